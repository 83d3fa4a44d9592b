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
-- The books stay locked until the transaction ends, so a table may not say when that is: it has to
-- come by pool.transfer, which ends it. How the statements below are planned is not for whoever
-- asks either, nor how their texts are read.
CREATE FUNCTION pool.apply(of_pool text, of_id text, said jsonb) RETURNS pool.transfers
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pool, pg_temp
SET standard_conforming_strings = on SET jit = off SET plan_cache_mode = auto
SET enable_indexscan = on SET enable_bitmapscan = on SET seq_page_cost = 1 SET random_page_cost = 4
SET cpu_tuple_cost = 0.01 SET cpu_index_tuple_cost = 0.005 SET cpu_operator_cost = 0.0025
AS $$
DECLARE
    b books;
    after books;
    o outcome;
    kept boolean;
    t transfers;
    way text;
BEGIN
    GET DIAGNOSTICS way = PG_CONTEXT;
    PERFORM expect_sound(of_pool, of_id, said);
    IF table_of_caller() IS NOT NULL AND NOT by_transfer(way) THEN
        RAISE EXCEPTION 'a table sends by CALL pool.transfer' USING ERRCODE = 'insufficient_privilege';
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

-- Is pool.transfer the first that was called? Its line is the last one, in whatever language the
-- server speaks. What a login writes itself can come to stand there too, in a statement that it has
-- some function run: but in quotes, of which the last one closes the line.
CREATE FUNCTION pool.by_transfer(way text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT last ~ E'pool\\.transfer\\(text,text,jsonb,jsonb\\)'
        AND last !~ E'["\'`\u00ab\u00bb\u2018-\u201f\u2039\u203a\u300c-\u300f\uff02]'
    FROM substring(way FROM E'[^\n]*$') AS last
$$;

-- A transfer as its own transaction: COMMIT is an error inside of one that somebody else has begun,
-- and all that was locked is free again. So nobody holds the books of a pool any longer than it
-- takes to work a transfer out, whatever comes or does not come after it.
--
-- Nor does anybody by not reading: the server waits until it is rid of a message. It says nothing
-- while the books are locked, and what went wrong only after all was taken back. So the first COMMIT
-- asks, before anything is locked, whether there is to be a second one.
--
-- All tables of a pool wait for its books, but not for the disk and the standbys too: the books are
-- free before the transfer is safe, and whoever asks has no answer until it is. The log is kept in
-- order: what a later transfer saw is safe before it is.
CREATE PROCEDURE pool.transfer(of_pool text, of_id text, said jsonb, INOUT answer jsonb DEFAULT NULL)
LANGUAGE plpgsql AS $$
DECLARE
    wrong text;
    code text;
BEGIN
    COMMIT;
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;  -- no COMMIT fails for what it read
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM set_config('client_min_messages', 'error', true);
    BEGIN
        answer := to_jsonb(pool.apply(of_pool, of_id, said));
        SET CONSTRAINTS ALL IMMEDIATE;
    EXCEPTION WHEN query_canceled OR assert_failure OR OTHERS THEN
        GET STACKED DIAGNOSTICS wrong = MESSAGE_TEXT, code = RETURNED_SQLSTATE;
    END;
    COMMIT;
    IF code IS NOT NULL THEN
        RAISE EXCEPTION USING MESSAGE = wrong, ERRCODE = code;
    END IF;
    IF random() < 0.02 THEN
        PERFORM pool.reap();
    END IF;
    PERFORM pool.safe();
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

-- How far apart increments are told of: every table of the pool looks at the meter then, and no more
-- than 2,000 of them a second. Up to 2,000 tables that is once a second.
CREATE FUNCTION pool.told_apart() RETURNS interval LANGUAGE sql STABLE AS $$
    SELECT make_interval(secs => least(5, greatest(1, count(*) / 2000.0)))
    FROM pool.links WHERE pool IS NOT NULL
$$;

-- Listeners are told which pool has changed, and nothing else: any login can send a notice, so they
-- look for themselves. They hear of a win at once and of increments in their turn; a look says how
-- long the next ones are not told of. Nothing is told where somebody keeps the queue of notices from
-- being emptied: a full one would stop transfers.
CREATE FUNCTION pool.told(b pool.books, t pool.transfers) RETURNS pool.books LANGUAGE plpgsql AS $$
BEGIN
    IF t.content->>'kind' = 'Contribute' AND b.tells_at > t.at
        AND b.tells_at < t.at + interval '6 seconds'  -- or the clock was set back
    THEN
        RETURN b;
    END IF;
    b.tells_at := t.at + told_apart();
    IF pg_notification_queue_usage() < 0.5 THEN
        PERFORM pg_notify('feltwork_pool', b.pool);
    END IF;
    RETURN b;
END $$;

-- Everything that was answered before is on the disk, and on the standbys that have to have it.
CREATE FUNCTION pool.safe() RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER
SET search_path = pool, pg_temp AS $$SELECT pg_logical_emit_message(true, 'feltwork', '')$$;

-- The head of a table's journal, which only goes on: a file that was put back shows. Not where a
-- COMMIT could fail for what it read: it would say so with the lock that all notices wait for.
CREATE FUNCTION pool.anchor(
    of_pool text, which text, at_position bigint, in_round bigint, of_mac bytea, of_journal bytea,
    people text[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pool, pg_temp
SET standard_conforming_strings = on AS $$
DECLARE
    before heads;
    others bigint;
    o outcome;
BEGIN
    IF octet_length(of_pool) + octet_length(which) > 1600 OR pg_column_size(people) > 4000
        OR octet_length(people::text) > 4000
    THEN
        RAISE EXCEPTION 'names of 1 to 200 letters expected'
            USING ERRCODE = 'invalid_parameter_value';
    ELSIF coalesce(table_of_caller(), which) IS DISTINCT FROM which THEN
        RAISE EXCEPTION '% may not anchor the journal of table %', session_user, which
            USING ERRCODE = 'insufficient_privilege';
    ELSIF current_setting('transaction_isolation') = 'serializable' THEN
        RAISE EXCEPTION 'serializable seen, read committed expected'
            USING ERRCODE = 'invalid_transaction_state';
    END IF;
    PERFORM FROM books b WHERE b.pool = of_pool;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no pool %', of_pool USING ERRCODE = 'no_data_found';
    END IF;
    SELECT * INTO before FROM heads h WHERE h."table" = which AND h.journal = of_journal FOR UPDATE;
    IF NOT FOUND THEN
        SELECT count(*) INTO others FROM heads h WHERE h."table" = which;
        o := alone(people);
        IF others > 0 AND o.refused IS NOT NULL THEN
            RAISE EXCEPTION
                'another journal of table % is known: two people have to decide that this one takes its place',
                which USING ERRCODE = 'restrict_violation';
        ELSIF others >= 100 THEN
            RAISE EXCEPTION 'table % has begun % journals', which, others
                USING ERRCODE = 'restrict_violation';
        END IF;
        INSERT INTO heads VALUES (which, of_journal, at_position, in_round, of_mac, people);
        RETURN;
    ELSIF at_position IS NULL OR at_position < before.position THEN
        RAISE EXCEPTION 'the journal of table % went back to %', which, at_position
            USING ERRCODE = 'restrict_violation';
    ELSIF at_position = before.position AND of_mac IS DISTINCT FROM before.mac THEN
        RAISE EXCEPTION 'the journal of table % has another record % than before', which, at_position
            USING ERRCODE = 'restrict_violation';
    END IF;
    UPDATE heads h SET position = at_position, round = in_round, mac = of_mac,
        by_role = session_user, at = clock_timestamp()
    WHERE h."table" = which AND h.journal = of_journal;
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
