-- What goes onto the meter and comes off it again: as controller/pools/books.py says, which has
-- the reasons. Every function here works on the books of a pool that is locked.

CREATE TYPE pool.outcome AS (
    books pool.books,
    refused text,
    detail text,
    amount bigint,
    basis bigint,
    house_carries boolean
);

CREATE FUNCTION pool.done(
    b pool.books, amount bigint DEFAULT 0, basis bigint DEFAULT 0, carries boolean DEFAULT false
) RETURNS pool.outcome LANGUAGE sql IMMUTABLE AS
    'SELECT b, NULL::text, NULL::text, amount, basis, carries';

CREATE FUNCTION pool.refuse(code text, detail text) RETURNS pool.outcome LANGUAGE sql IMMUTABLE AS
    'SELECT NULL::pool.books, code, detail, 0::bigint, 0::bigint, false';

CREATE FUNCTION pool.dollars(cents bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$SELECT cents / 100 || '.' || lpad((cents % 100)::text, 2, '0')$$;

-- What is not reserved, exact.
CREATE FUNCTION pool.free(b pool.books) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    'SELECT b.meter - b.reserved * 1000000';

-- The parameters that the next reset leaves in force.
CREATE FUNCTION pool.after_reset(b pool.books) RETURNS integer LANGUAGE sql IMMUTABLE AS
    'SELECT CASE WHEN b.latest = b.withdrawn THEN b.version ELSE b.latest END';

-- The whole cents that an increment brings above the limit, exact; the residue stays below.
CREATE FUNCTION pool.spilled("limit" bigint, before bigint, after bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN "limit" IS NULL OR after <= before THEN 0 ELSE 1000000 * (
        greatest(0, after / 1000000 - "limit") - greatest(0, before / 1000000 - "limit")
    ) END
$$;

-- The largest figures the books hold: one contribution or seed more stays within 64 bits.
CREATE FUNCTION pool.no_room(b pool.books, more bigint) RETURNS pool.outcome LANGUAGE plpgsql AS $$
BEGIN
    IF b.contributed + b.seeds + b.house <= 8000000000000000000 - more THEN
        RETURN NULL;
    END IF;
    RETURN refuse('books_full', format('%s seen.', dollars(more / 1000000)));
END $$;

CREATE FUNCTION pool.not_linked(b pool.books, which text) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    linked text;
BEGIN
    SELECT l.pool INTO linked FROM links l WHERE l."table" = which;
    IF linked = b.pool THEN
        RETURN NULL;
    END IF;
    RETURN refuse('table_not_linked', format(
        '%s is in %s, not in %s.', which, coalesce('pool ' || linked, 'no pool'), b.pool
    ));
END $$;

-- R16: exact, the residue carried.
CREATE FUNCTION pool.contribute(b pool.books, said jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    n bigint := (said->>'wagers')::bigint;
    wanted integer := coalesce((said->>'version')::integer, b.version);
    linked text;
    top bigint;
    on_meter bigint;
    on_reserve bigint;
    over bigint;
    o outcome;
BEGIN
    SELECT l.pool, current."limit",
           played.wager * played.increment_millionths,
           played.wager * played.reserve_increment_millionths
    INTO linked, top, on_meter, on_reserve
    FROM versions current
    LEFT JOIN links l ON l."table" = said->>'table'
    LEFT JOIN versions played ON played.pool = b.pool AND played.version = wanted
        AND played.in_force_since IS NOT NULL
    WHERE current.pool = b.pool AND current.version = b.version;
    IF linked IS DISTINCT FROM b.pool THEN
        RETURN not_linked(b, said->>'table');
    ELSIF on_meter IS NULL THEN
        RETURN refuse('no_such_version', format('%s seen.', said->>'version'));
    END IF;
    o := pool.no_room(b, (on_meter + on_reserve) * n);
    IF o.refused IS NOT NULL THEN
        RETURN o;
    END IF;
    over := spilled(top, b.meter, b.meter + on_meter * n);
    b.meter := b.meter + on_meter * n - over;
    b.reserve := b.reserve + on_reserve * n;
    b.overflow := b.overflow + over;
    b.contributed := b.contributed + (on_meter + on_reserve) * n;
    b.wagers_in := b.wagers_in + n;
    b.last_contribution := b.seq + 1;
    RETURN (b, NULL, NULL, 0, 0, false)::outcome;
END $$;

-- A contribution as it stands: what was taken back before, or what the transfer says.
CREATE FUNCTION pool.contribution(of_pool text, of_id text) RETURNS pool.contributions
LANGUAGE plpgsql AS $$
DECLARE
    given contributions;
BEGIN
    SELECT * INTO given FROM contributions c WHERE c.pool = of_pool AND c.id = of_id;
    IF FOUND THEN
        RETURN given;
    END IF;
    SELECT t.pool, t.id, t.seq, t.content->>'table', t.content->>'round', n,
           (t.contributed - t.reserve) / n, t.reserve / n, t.overflow, 0
    INTO given
    FROM transfers t, LATERAL (SELECT (t.content->>'wagers')::bigint) AS counted(n)
    WHERE t.pool = of_pool AND t.id = of_id AND t.content->>'kind' = 'Contribute';
    RETURN given;
END $$;

-- R31; what was reset away since, by anybody's win, the house carries (R24a).
CREATE FUNCTION pool.take_back(b pool.books, said jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    n bigint := (said->>'wagers')::bigint;
    given contributions := contribution(b.pool, said->>'contribution');
    total bigint;
    o outcome;
BEGIN
    IF given.id IS NULL THEN
        RETURN refuse('no_such_contribution', format('%s seen.', said->>'contribution'));
    ELSIF n > given.wagers - given.taken_back THEN
        RETURN refuse('more_than_contributed',
                      format('%s seen, %s left.', n, given.wagers - given.taken_back));
    END IF;
    total := (given.on_meter + given.on_reserve) * n;
    b.contributed := b.contributed - total;
    b.wagers_taken_back := b.wagers_taken_back + n;
    given.taken_back := given.taken_back + n;
    IF given.seq < b.last_reset THEN
        b.house := b.house + total;
        PERFORM keep_contribution(given);
        RETURN done(b, carries => true);
    END IF;
    RETURN off_the_meter(b, given, n);
END $$;

CREATE FUNCTION pool.keep_contribution(given pool.contributions) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO pool.contributions SELECT given.*
    ON CONFLICT (pool, id) DO UPDATE
        SET taken_back = excluded.taken_back, overflowed = excluded.overflowed
$$;

-- An increment comes off where it went: overflow, meter, reserve; then its own round gives way.
CREATE FUNCTION pool.off_the_meter(b pool.books, given pool.contributions, n bigint)
RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    off bigint := given.on_meter * n;
    from_overflow bigint := least(given.overflowed, (off + 999999) / 1000000 * 1000000);
    wanted bigint := off - from_overflow;  -- below nothing by less than a cent: a residue comes back
    short bigint := greatest(0, wanted - free(b));
    before bigint := b.meter;
    own reservations;
    gives_way bigint;
    from_meter bigint;
    top bigint;
    over bigint;
BEGIN
    SELECT * INTO own FROM reservations r
    WHERE r.pool = b.pool AND r."table" = given."table" AND r.round = given.round AND NOT r.closed;
    IF own.held > 0 AND short > 0 THEN
        gives_way := least(own.held, (short + 999999) / 1000000);
        UPDATE reservations r SET held = r.held - gives_way
        WHERE r.pool = own.pool AND r.id = own.id;
        b.reserved := b.reserved - gives_way;
    END IF;
    from_meter := least(wanted, free(b));
    SELECT v."limit" INTO STRICT top FROM versions v
    WHERE v.pool = b.pool AND v.version = b.version;
    over := spilled(top, before, before - from_meter);
    b.meter := before - from_meter - over;
    b.overflow := b.overflow - from_overflow + over;
    b.reserve := b.reserve - given.on_reserve * n;  -- only a reset takes anything else off
    b.house := b.house + wanted - from_meter;
    given.overflowed := given.overflowed - from_overflow + over;
    PERFORM keep_contribution(given);
    RETURN done(b, carries => wanted > from_meter);
END $$;
