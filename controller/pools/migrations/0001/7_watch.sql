-- Tables that keep a transaction open, or a question running, for longer than any of ours takes: they
-- hold back what the server has to tidy up, and its notices. They are cut off, by whoever sends, looks
-- or watches. How many; null where the owner may not: it has to be in pg_monitor and
-- pg_signal_backend.
CREATE FUNCTION pool.reap() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pool, pg_temp AS $$
BEGIN
    IF NOT pg_has_role('pg_signal_backend', 'USAGE') OR NOT pg_has_role('pg_read_all_stats', 'USAGE')
    THEN
        RETURN NULL;
    END IF;
    RETURN (
        SELECT count(*) FILTER (WHERE pg_terminate_backend(a.pid))
        FROM members m JOIN pg_stat_activity a ON a.usename = m.role
        WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
            AND a.xact_start < clock_timestamp() - interval '15 seconds'
    );
END $$;

-- What the pit's page sees of links and standbys: as the owner sees them, whoever asks, and no more
-- of it than this. Null where the owner itself may not look: it has to be in pg_monitor.

-- Logins that are connected, and whether anything came from them lately: a table that is well looks
-- at its meter every few seconds. A cable that was pulled leaves a connection behind for hours.
CREATE FUNCTION pool.signs_of_life(within interval) RETURNS TABLE (role name, alive boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pool, pg_temp AS $$
    SELECT m.role, bool_or(
        a.state_change BETWEEN clock_timestamp() - within AND clock_timestamp()
    )
    FROM members m JOIN pg_stat_activity a ON a.usename = m.role
    WHERE a.datname = current_database() GROUP BY m.role
$$;

CREATE FUNCTION pool.standbys() RETURNS TABLE (
    name text, streaming boolean, behind_s integer, behind_bytes bigint, waited_for boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pool, pg_temp AS $$
    SELECT application_name, state = 'streaming',
        coalesce(extract(epoch FROM replay_lag), 0)::integer,
        coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::bigint,
        bool_or(sync_state IN ('sync', 'quorum')) OVER ()
    FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup'
$$;
