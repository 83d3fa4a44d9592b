-- Which tables a pool has, and on which figures they play: as controller/pools/membership.py.

CREATE FUNCTION pool.text_of(terms jsonb, name text) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$SELECT CASE WHEN name IN ('wager', 'seed') THEN pool.dollars((terms->>name)::bigint)
                  ELSE terms->>name END$$;

-- 15.2.5: which figure of a table is not that of the pool, by name; the link where none is.
CREATE FUNCTION pool.link(b pool.books, which text, ours jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    theirs jsonb;
    name text;
BEGIN
    SELECT to_jsonb(v) INTO STRICT theirs FROM versions v
    WHERE v.pool = b.pool AND v.version = b.version;
    FOREACH name IN ARRAY ARRAY['schedule', 'wager', 'increment_millionths', 'seed'] LOOP
        IF ours->name IS DISTINCT FROM theirs->name THEN
            RETURN refuse(split_part(name, '_', 1) || '_differs', format(
                '%s seen, %s expected.', text_of(ours, name), text_of(theirs, name)
            ));
        END IF;
    END LOOP;
    UPDATE links l SET pool = b.pool WHERE l."table" = which;
    RETURN done(b);
END $$;

-- The one row of a table, locked: two pools cannot link it at the same time.
CREATE FUNCTION pool.locked_link(which text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    linked text;
BEGIN
    INSERT INTO links VALUES (which, NULL) ON CONFLICT DO NOTHING;
    SELECT l.pool INTO STRICT linked FROM links l WHERE l."table" = which FOR UPDATE;
    RETURN linked;
END $$;

-- Of any pool, and with nothing in it too: it could be amended.
CREATE FUNCTION pool.holding(which text) RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    held text;
BEGIN
    SELECT r.id INTO held FROM reservations r
    WHERE r."table" = which AND NOT r.closed ORDER BY r.pool, r.seq LIMIT 1;
    IF FOUND THEN
        RETURN refuse('reservation_held', format('%s seen.', held));
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION pool.join(b pool.books, said jsonb) RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    other text := locked_link(said->>'table');
BEGIN
    IF other <> b.pool THEN
        RETURN refuse('table_in_another_pool',
                      format('%s is in pool %s.', said->>'table', other));
    END IF;
    RETURN link(b, said->>'table', said->'terms');
END $$;

-- 15.1.2.2: out of one pool and into the other in one step, with nothing held in the first.
CREATE FUNCTION pool.move(b pool.books, said jsonb) RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    which text := said->>'table';
    before text;
    o outcome;
BEGIN
    IF said->>'into' IS DISTINCT FROM b.pool THEN
        RETURN refuse('no_such_pool', format('%s seen, this is %s.', said->>'into', b.pool));
    END IF;
    before := locked_link(which);
    IF before IS DISTINCT FROM said->>'out_of' THEN
        RETURN refuse('table_not_linked', format(
            '%s is in %s, not in %s.', which, coalesce(before, 'no pool'), said->>'out_of'
        ));
    END IF;
    o := holding(which);
    IF o.refused IS NOT NULL THEN
        RETURN o;
    END IF;
    RETURN link(b, which, said->'terms');
END $$;

CREATE FUNCTION pool.leave(b pool.books, said jsonb) RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    which text := said->>'table';
    o outcome := holding(which);
BEGIN
    IF o.refused IS NULL THEN
        o := not_linked(b, which);
    END IF;
    IF o.refused IS NOT NULL THEN
        RETURN o;
    END IF;
    UPDATE links l SET pool = NULL WHERE l."table" = which;
    RETURN done(b);
END $$;

-- Staff numbers and plain names: nothing in them that looks alike and is not the same.
CREATE FUNCTION pool.alone(who text[]) RETURNS pool.outcome LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM unnest(who) AS name WHERE name !~ '^[!-~]([ -~]*[!-~])?$') THEN
        RAISE EXCEPTION 'who: % seen, staff numbers expected', who
            USING ERRCODE = 'invalid_parameter_value';
    ELSIF (SELECT count(DISTINCT lower(name)) FROM unnest(who) AS name) >= 2 THEN
        RETURN NULL;
    END IF;
    RETURN refuse('needs_two_people', format('%s seen.', array_to_string(who, ', ')));
END $$;

CREATE FUNCTION pool.keep_version(of_pool text, said jsonb, since bigint) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO pool.versions
    SELECT of_pool, p.version, p.schedule, p.wager, p.increment_millionths, p.seed,
           p.reserve_increment_millionths, p."limit", pool.texts(said->'who'),
           (said->>'at')::bigint, since
    FROM jsonb_populate_record(NULL::pool.versions, said->'parameters') p
$$;

-- In force at once if the jackpot is not live, otherwise after the next reset.
CREATE FUNCTION pool.change(b pool.books, said jsonb) RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    number integer := (said->'parameters'->>'version')::integer;
    live boolean := b.last_contribution > b.last_reset
        OR EXISTS (SELECT 1 FROM links l WHERE l.pool = b.pool);
    o outcome := alone(texts(said->'who'));
BEGIN
    IF o.refused IS NOT NULL THEN
        RETURN o;
    ELSIF number IS DISTINCT FROM b.latest + 1 THEN
        RETURN refuse('not_the_next_version',
                      format('%s seen, %s expected.', number, b.latest + 1));
    END IF;
    PERFORM keep_version(b.pool, said, CASE WHEN NOT live THEN b.seq + 1 END);
    b.latest := number;
    IF NOT live THEN
        b.version := number;
    END IF;
    RETURN done(b);
END $$;

CREATE FUNCTION pool.withdraw(b pool.books, said jsonb) RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    pending integer := after_reset(b);
    o outcome := alone(texts(said->'who'));
BEGIN
    IF o.refused IS NOT NULL THEN
        RETURN o;
    ELSIF pending = b.version OR pending IS DISTINCT FROM (said->>'version')::integer THEN
        RETURN refuse('nothing_pending', format(
            '%s seen, %s is pending.', said->>'version',
            CASE WHEN pending = b.version THEN 'nothing' ELSE 'version ' || pending END
        ));
    END IF;
    b.withdrawn := pending;
    RETURN done(b);
END $$;

-- A new pool: its meter stands at the seed, or at what the house brings in.
CREATE FUNCTION pool.open(b pool.books, said jsonb) RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    o outcome := alone(texts(said->'who'));
BEGIN
    IF b.seq > 0 THEN
        RAISE EXCEPTION 'pool % was opened before, under another id', b.pool
            USING ERRCODE = 'invalid_parameter_value';
    ELSIF o.refused IS NOT NULL THEN
        DELETE FROM books n WHERE n.pool = b.pool;
        RETURN o;
    END IF;
    PERFORM keep_version(b.pool, said, 1);
    b.version := (said->'parameters'->>'version')::integer;
    b.latest := b.version;
    b.reserve := (said->>'reserve')::bigint * 1000000;
    IF said->>'meter' IS NULL THEN
        b.seeds := (said->'parameters'->>'seed')::bigint * 1000000;
    ELSE
        b.house := (said->>'meter')::bigint * 1000000;
    END IF;
    b.meter := b.seeds + b.house;
    b.house := b.house + b.reserve;
    RETURN done(b);
END $$;
