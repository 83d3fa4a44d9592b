-- Wins: reserved in their order (R24), posted, released, reversed (R31).

-- What is asked for, in cents: an amount; an amount or what is left; or so much of the basis,
-- rounded down (R15), for winners who take it one after the other and share alike (R18).
CREATE FUNCTION pool.asked(amount jsonb, basis bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    share bigint := (amount->>'percent')::bigint;
    winners bigint := (amount->>'winners')::bigint;
    remains bigint := basis;
BEGIN
    IF share IS NOT NULL THEN
        FOR winner IN 1..winners LOOP
            remains := remains - remains * share / 100;
        END LOOP;
        RETURN basis - remains - (basis - remains) % winners;
    ELSIF jsonb_typeof(amount) = 'number' THEN
        RETURN (amount #>> '{}')::bigint;
    END IF;
    RETURN least((amount->>'at_most')::bigint, basis);
END $$;

-- Is it all there was, but for what cannot be shared alike?
CREATE FUNCTION pool.is_whole(amount jsonb, wanted bigint, basis bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$SELECT wanted = basis OR coalesce(amount->>'percent' = '100', false)$$;

CREATE FUNCTION pool.too_much(wanted bigint, basis bigint) RETURNS pool.outcome
LANGUAGE sql IMMUTABLE AS $$
    SELECT (pool.refuse('more_than_available', format(
        '%s seen, %s available.', pool.dollars(wanted), pool.dollars(basis)
    ))).*
$$;

CREATE FUNCTION pool.reserve(b pool.books, id text, said jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    which text := said->>'table';
    in_round bigint := (said->>'round')::bigint;
    basis bigint := free(b) / 1000000;
    wanted bigint := asked(said->'amount', basis);
    o outcome := not_linked(b, which);
    standing text;
BEGIN
    IF o.refused IS NOT NULL THEN
        RETURN o;
    END IF;
    SELECT r.id INTO standing FROM reservations r
    WHERE r.pool = b.pool AND r."table" = which AND r.round = in_round AND NOT r.closed;
    IF FOUND THEN
        RETURN refuse('one_reservation_a_round',
                      format('Round %s of %s has %s.', in_round, which, standing));
    ELSIF wanted > basis THEN
        RETURN too_much(wanted, basis);
    END IF;
    INSERT INTO reservations VALUES (
        b.pool, id, b.seq + 1, which, in_round, wanted, b.seq + 1,
        is_whole(said->'amount', wanted, basis)
    );
    b.reserved := b.reserved + wanted;
    RETURN done(b, wanted, basis);
END $$;

CREATE FUNCTION pool.reservation(of_pool text, of_id text) RETURNS pool.reservations
LANGUAGE plpgsql AS $$
DECLARE
    own reservations;
BEGIN
    SELECT * INTO own FROM reservations r WHERE r.pool = of_pool AND r.id = of_id;
    RETURN own;
END $$;

-- Why a reservation is none to go on with.
CREATE FUNCTION pool.not_standing(own pool.reservations, of_id text) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
BEGIN
    IF own.id IS NULL THEN
        RETURN refuse('no_such_reservation', format('%s seen.', of_id));
    ELSIF own.closed THEN
        RETURN refuse('reservation_closed', format('%s seen.', of_id));
    END IF;
    RETURN NULL;
END $$;

-- Why nothing more can be claimed by a reservation. What is held may always be let go.
CREATE FUNCTION pool.not_claimable(b pool.books, own pool.reservations, of_id text)
RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    wrong outcome := not_standing(own, of_id);
BEGIN
    RETURN CASE WHEN wrong.refused IS NULL THEN not_linked(b, own."table") ELSE wrong END;
END $$;

CREATE FUNCTION pool.amend(b pool.books, said jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    own reservations := reservation(b.pool, said->>'reservation');
    wrong outcome := not_claimable(b, own, said->>'reservation');
    basis bigint;
    wanted bigint;
BEGIN
    IF wrong.refused IS NOT NULL THEN
        RETURN wrong;
    END IF;
    basis := free(b) / 1000000 + own.held;
    wanted := asked(said->'amount', basis);
    IF wanted > basis THEN
        RETURN too_much(wanted, basis);
    END IF;
    UPDATE reservations r
    SET held = wanted, set_at = b.seq + 1, whole = is_whole(said->'amount', wanted, basis)
    WHERE r.pool = b.pool AND r.id = own.id;
    b.reserved := b.reserved - own.held + wanted;
    RETURN done(b, wanted, basis);
END $$;

CREATE FUNCTION pool.release(b pool.books, said jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    own reservations := reservation(b.pool, said->>'reservation');
    wrong outcome := not_standing(own, said->>'reservation');
BEGIN
    IF wrong.refused IS NOT NULL THEN
        RETURN wrong;
    END IF;
    UPDATE reservations r SET held = 0, closed = true WHERE r.pool = b.pool AND r.id = own.id;
    b.reserved := b.reserved - own.held;
    RETURN done(b, own.held);
END $$;

CREATE FUNCTION pool.texts(list jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS
    'SELECT coalesce(array_agg(value ORDER BY ordinality), ARRAY[]::text[])
     FROM jsonb_array_elements_text(list) WITH ORDINALITY';

-- Why an award is not the one that resets the meter: that is the last of all there was on the meter
-- when it was worked out. Posted again for other cents, it takes more than it leaves. What its table
-- holds for another round is left as well.
CREATE FUNCTION pool.not_whole(b pool.books, own pool.reservations, won bigint)
RETURNS pool.outcome LANGUAGE plpgsql AS $$
DECLARE
    taken bigint;
    last_reset bigint;
    remains bigint := free(b) / 1000000 + own.held - won;
    seed bigint;
BEGIN
    SELECT coalesce(max(h.seq), own.seq) INTO last_reset FROM hits h
    WHERE h.pool = b.pool AND h.seq > own.seq AND h.reservation = own.id AND h.resets
        AND NOT h.reversed;
    SELECT coalesce(sum(h.amount), 0) + won INTO taken FROM hits h
    WHERE h.pool = b.pool AND h.seq > last_reset AND h.reservation = own.id AND NOT h.reversed;
    IF last_reset > own.set_at THEN
        RETURN refuse('not_the_whole_meter', format('%s has reset it.', own.id));
    ELSIF taken < remains AND NOT (own.whole AND own.held = won) OR EXISTS (
        SELECT 1 FROM reservations r
        WHERE r.pool = own.pool AND r.held > 0 AND r."table" = own."table" AND r.id <> own.id
    ) THEN
        RETURN refuse('not_the_whole_meter',
                      format('%s seen, %s left.', dollars(taken), dollars(remains)));
    END IF;
    SELECT v.seed * 1000000 INTO STRICT seed FROM versions v
    WHERE v.pool = b.pool AND v.version = b.version;
    RETURN pool.no_room(b, seed);
END $$;

-- R21: the award leaves the meter; a 100 % award puts seed and reserve on it.
CREATE FUNCTION pool.post(b pool.books, id text, said jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    own reservations := reservation(b.pool, said->>'reservation');
    wrong outcome := not_claimable(b, own, said->>'reservation');
    won bigint := asked(said->'amount', 0);
    resets boolean := (said->>'resets')::boolean;
    hit hits;
    o outcome := alone(texts(said->'who'));
BEGIN
    IF o.refused IS NOT NULL THEN
        RETURN o;
    ELSIF wrong.refused IS NOT NULL THEN
        RETURN wrong;
    ELSIF won > own.held THEN
        RETURN refuse('more_than_reserved', format(
            '%s seen, %s reserved.', dollars(won), dollars(own.held)
        ));
    ELSIF resets THEN
        o := not_whole(b, own, won);
        IF o.refused IS NOT NULL THEN
            RETURN o;
        END IF;
    END IF;
    UPDATE reservations r SET held = r.held - won WHERE r.pool = b.pool AND r.id = own.id;
    hit := (b.pool, id, b.seq + 1, own.id, own."table", own.round, said->>'level', won, resets,
            texts(said->'cards'), texts(said->'who'), (said->>'at')::bigint, 0, 0, 0, 0, false,
            (said->>'place')::integer);
    b.meter := b.meter - won * 1000000;
    b.paid := b.paid + won * 1000000;
    b.reserved := b.reserved - won;
    IF resets THEN
        hit.version_before := b.version;
        hit.reset_before := b.last_reset;
        hit.reserve := b.reserve;
        SELECT v.seed * 1000000 INTO STRICT hit.seed FROM versions v
        WHERE v.pool = b.pool AND v.version = b.version;
        b.meter := b.meter + hit.seed + b.reserve;
        b.seeds := b.seeds + hit.seed;
        b.reserve := 0;
        b.version := after_reset(b);
        b.last_reset := hit.seq;
        UPDATE versions v SET in_force_since = hit.seq
        WHERE v.pool = b.pool AND v.version = b.version AND v.in_force_since IS NULL;
    END IF;
    INSERT INTO hits SELECT hit.*;
    RETURN done(b, won);
END $$;

-- Does another round hold or has it been paid what was worked out on the meter after it?
CREATE FUNCTION pool.others_won_since(hit pool.hits) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT 1 FROM pool.reservations r
        WHERE r.pool = hit.pool AND r.set_at > hit.seq
            AND (r."table", r.round) <> (hit."table", hit.round)
            AND (r.held > 0 OR EXISTS (
                SELECT 1 FROM pool.hits h
                WHERE h.pool = r.pool AND h.reservation = r.id AND h.seq > hit.seq
                    AND NOT h.reversed
            ))
    )
$$;

-- R31: the award goes back; so does its reset, where no win of others depends on it.
CREATE FUNCTION pool.reverse(b pool.books, said jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    hit hits;
    later text;
    undo boolean;
BEGIN
    SELECT * INTO hit FROM hits h WHERE h.pool = b.pool AND h.id = said->>'award';
    IF NOT FOUND THEN
        RETURN refuse('no_such_award', format('%s seen.', said->>'award'));
    ELSIF hit.reversed THEN
        RETURN refuse('already_reversed', format('%s seen.', hit.id));
    END IF;
    SELECT h.id INTO later FROM hits h
    WHERE h.pool = b.pool AND h.seq > hit.seq AND NOT h.reversed
        AND (h."table", h.round) = (hit."table", hit.round)
    ORDER BY h.seq DESC LIMIT 1;
    IF FOUND THEN
        RETURN refuse('later_award_first', format('%s is later than %s.', later, hit.id));
    END IF;
    undo := hit.resets AND b.last_reset = hit.seq
        AND free(b) + hit.amount * 1000000 - hit.seed - hit.reserve >= 0
        AND NOT others_won_since(hit);
    b.meter := b.meter + hit.amount * 1000000;
    b.paid := b.paid - hit.amount * 1000000;
    IF undo THEN
        b.meter := b.meter - hit.seed - hit.reserve;
        b.reserve := b.reserve + hit.reserve;
        b.seeds := b.seeds - hit.seed;
        b.version := hit.version_before;
        b.last_reset := hit.reset_before;
    END IF;
    UPDATE hits h SET reversed = true WHERE h.pool = hit.pool AND h.id = hit.id;
    RETURN done(b, hit.amount, carries => hit.resets AND NOT undo);
END $$;
