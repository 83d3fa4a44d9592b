-- One transfer, one transaction: the only way anything in the books changes.

CREATE FUNCTION pool.settle(b pool.books, id text, said jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
BEGIN
    CASE said->>'kind'
        WHEN 'Contribute' THEN RETURN contribute(b, said);
        WHEN 'TakeBack' THEN RETURN take_back(b, said);
        WHEN 'Reserve' THEN RETURN reserve(b, id, said);
        WHEN 'Amend' THEN RETURN amend(b, said);
        WHEN 'Post' THEN RETURN post(b, id, said);
        WHEN 'Release' THEN RETURN release(b, said);
        WHEN 'Reverse' THEN RETURN reverse(b, said);
        WHEN 'Join' THEN RETURN join(b, said);
        WHEN 'Move' THEN RETURN move(b, said);
        WHEN 'Leave' THEN RETURN leave(b, said);
        WHEN 'ChangeParameters' THEN RETURN change(b, said);
        WHEN 'WithdrawChange' THEN RETURN withdraw(b, said);
        WHEN 'Open' THEN RETURN open(b, said);
    END CASE;
END $$;

CREATE FUNCTION pool.is_claim(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE AS
    $$SELECT kind IN ('TakeBack', 'Reserve', 'Amend', 'Post', 'Release', 'Reverse')$$;

-- The books of a pool, locked until the end of the transaction: transfers follow one another.
CREATE FUNCTION pool.locked(of_pool text, said jsonb) RETURNS pool.books LANGUAGE plpgsql AS $$
DECLARE
    b books;
BEGIN
    CASE said->>'kind'
        WHEN 'Open' THEN
            INSERT INTO books (pool) VALUES (of_pool) ON CONFLICT DO NOTHING;
        WHEN 'Move' THEN  -- both, always in the same order
            PERFORM 1 FROM books o WHERE o.pool IN (of_pool, said->>'out_of')
            ORDER BY o.pool FOR NO KEY UPDATE;
        ELSE NULL;
    END CASE;
    SELECT * INTO b FROM books o WHERE o.pool = of_pool FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no pool %', of_pool USING ERRCODE = 'no_data_found';
    END IF;
    RETURN b;
END $$;

-- Carry a transfer out, once. `content` of the answer is that of the first time, null where this
-- is the first time; `seq` is null where it was refused and leaves no trace.
--
-- All tables of a pool wait for its books. With `later` they are not kept waiting for the disk and
-- the standbys too: the transfer is not safe before pool.safe() has returned, and whoever asks has
-- no answer until then. The log is kept in order: what a later transfer saw is safe before it is.
CREATE FUNCTION pool.apply(of_pool text, of_id text, said jsonb, later boolean DEFAULT false)
RETURNS pool.transfers
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pool, pg_temp AS $$
DECLARE
    b books;
    after books;
    o outcome;
    kept boolean;
    t transfers;
BEGIN
    IF later THEN
        PERFORM set_config('synchronous_commit', 'off', true);
    END IF;
    b := locked(of_pool, said);
    SELECT * INTO t FROM transfers f WHERE f.pool = of_pool AND f.id = of_id;
    IF FOUND THEN
        RETURN t;
    END IF;
    PERFORM may_send(of_pool, of_id, said);  -- locked: what it refers to can no more appear
    o := turned_away(b, said);
    IF o.refused IS NULL THEN
        o := settle(b, of_id, said);
        kept := o.refused IS NULL
            OR is_claim(said->>'kind') AND o.refused <> 'more_than_available';
    END IF;
    after := CASE WHEN o.refused IS NULL THEN o.books ELSE b END;
    t := (of_pool, NULL, of_id, said, o.refused, o.detail,
          (after.meter - after.reserved * 1000000) / 1000000, after.version,
          o.amount, o.basis, o.house_carries, after.meter - b.meter, after.reserve - b.reserve,
          after.overflow - b.overflow, after.paid - b.paid, after.contributed - b.contributed,
          after.seeds - b.seeds, after.house - b.house, session_user, clock_timestamp());
    IF kept THEN
        t.seq := b.seq + 1;
        after.seq := t.seq;
        after := told(after, t);
        INSERT INTO transfers SELECT t.*;
        PERFORM write(after);
    ELSE
        PERFORM count_refusal(t, b.seq);
    END IF;
    t.content := NULL;
    RETURN t;
END $$;

CREATE FUNCTION pool.count_refusal(t pool.transfers, after_seq bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO refusals VALUES (
        t.pool, coalesce(table_of_caller(), t.content->>'table', ''), t.content->>'kind',
        t.refused, t.detail, after_seq, 1, t.at
    )
    ON CONFLICT (pool, "table", kind, refused) DO UPDATE
        SET detail = excluded.detail, seq = excluded.seq, times = refusals.times + 1,
            at = excluded.at;
END $$;

CREATE FUNCTION pool.write(b pool.books) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE books o SET
        meter = b.meter, reserve = b.reserve, overflow = b.overflow, paid = b.paid,
        contributed = b.contributed, seeds = b.seeds, house = b.house, seq = b.seq,
        reserved = b.reserved, version = b.version, latest = b.latest, withdrawn = b.withdrawn,
        last_reset = b.last_reset, last_contribution = b.last_contribution,
        wagers_in = b.wagers_in, wagers_taken_back = b.wagers_taken_back, tells_at = b.tells_at
    WHERE o.pool = b.pool;
END $$;

-- How far apart increments are told of: a notice wakes all tables of the database, whatever pool it
-- is about, and no more than 5,000 of them a second. Up to 500 tables that is ten times a second.
CREATE FUNCTION pool.told_apart() RETURNS interval LANGUAGE sql STABLE AS $$
    SELECT make_interval(secs => least(5, greatest(0.1, count(*) / 5000.0)))
    FROM pool.links WHERE pool IS NOT NULL
$$;

-- Listeners hear of a win at once and of increments in their turn, where that is ten times a second
-- of three in a row ahead of it. A notice says what is then on the meter, as
-- controller/pools/news.py reads it, so that nobody has to look, and whether the next increment will
-- be told of as well; who hears that it may not be, and then nothing, looks once. Of thousands
-- nobody does: all at once they would cost more than the notice, and each looks now and then anyway.
CREATE FUNCTION pool.told(b pool.books, t pool.transfers) RETURNS pool.books LANGUAGE plpgsql AS $$
DECLARE
    turn timestamptz := greatest(b.tells_at, t.at);
    ahead timestamptz := t.at + interval '300 milliseconds';
    increment boolean := t.content->>'kind' = 'Contribute';
    apart interval;
BEGIN
    IF turn > t.at + interval '6 seconds' THEN
        turn := t.at;  -- the clock was set back
    END IF;
    IF increment AND turn > ahead THEN
        RETURN b;
    END IF;
    apart := told_apart();
    IF increment THEN
        turn := turn + apart;
    END IF;
    b.tells_at := turn;
    PERFORM pg_notify('feltwork_pool', jsonb_build_object(
        'form', 1, 'pool', b.pool, 'seq', b.seq, 'available', t.available,
        'version', b.version, 'following', after_reset(b), 'latest', b.latest,
        'next_told', turn <= ahead OR apart > interval '100 milliseconds'
    )::text);
    RETURN b;
END $$;

-- Everything that was answered before is on the disk, and on the standbys that have to have it.
CREATE FUNCTION pool.safe() RETURNS void LANGUAGE sql VOLATILE AS
    $$SELECT pg_logical_emit_message(true, 'feltwork', '')$$;

-- The head of a table's journal, which only goes on: a file that was put back shows.
CREATE FUNCTION pool.anchor(
    of_pool text, which text, at_position bigint, in_round bigint, of_mac bytea, of_file bytea
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pool, pg_temp AS $$
BEGIN
    IF coalesce(table_of_caller(), which) <> which THEN
        RAISE EXCEPTION '% may not anchor the journal of table %', session_user, which
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO heads
    SELECT b.pool, which, at_position, in_round, of_mac, of_file FROM books b WHERE b.pool = of_pool
    ON CONFLICT (pool, "table") DO UPDATE
        SET position = excluded.position, round = excluded.round, mac = excluded.mac,
            file_id = excluded.file_id, at = excluded.at
        WHERE heads.file_id <> excluded.file_id OR heads.position <= excluded.position;
    IF NOT FOUND THEN
        PERFORM FROM books b WHERE b.pool = of_pool;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'there is no pool %', of_pool USING ERRCODE = 'no_data_found';
        END IF;
        RAISE EXCEPTION 'the journal of table % went back to %', which, at_position
            USING ERRCODE = 'restrict_violation';
    END IF;
END $$;

-- All that can be read of a pool at one moment: one statement, one snapshot.
CREATE FUNCTION pool.status(of_pool text) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT jsonb_build_object(
        'books', to_jsonb(b),
        'versions', (
            SELECT jsonb_agg(to_jsonb(v) ORDER BY v.version) FROM pool.versions v
            WHERE v.pool = b.pool AND v.version IN (b.version, b.latest)
        ),
        'reservations', coalesce((
            SELECT jsonb_agg(to_jsonb(r) ORDER BY r.seq) FROM pool.reservations r
            WHERE r.pool = b.pool AND r.held > 0
        ), '[]'),
        'tables', coalesce((
            SELECT jsonb_agg(l."table" ORDER BY l."table" COLLATE "C") FROM pool.links l
            WHERE l.pool = b.pool
        ), '[]')
    )
    FROM pool.books b WHERE b.pool = of_pool
$$;
