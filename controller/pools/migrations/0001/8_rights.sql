-- Who may do what. Nobody writes the tables; `pool.apply` looks at who asks.
--
-- feltwork_pool_reader   reads everything
-- feltwork_pool_table    contributes and claims for the one table it was admitted as
-- feltwork_pool_figures  agrees on figures as well: for tables at whose console two people may
-- feltwork_pool_house    opens pools, acts for any table
--
-- Whoever owns the schema admits tables. Nobody else gets as far as connecting: a table's login may
-- connect to the database it was admitted in, those of the house and the readers to any that has
-- pools.

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['reader', 'table', 'figures', 'house'] LOOP
        BEGIN
            EXECUTE format('CREATE ROLE feltwork_pool_%s NOLOGIN', name);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;  -- roles are of the whole server: another database of it has pools too
        END;
    END LOOP;
END $$;
GRANT feltwork_pool_reader TO feltwork_pool_house;
REVOKE feltwork_pool_reader FROM feltwork_pool_table;  -- as servers had it that were set up before

-- The table of whoever asks; null for the house.
CREATE FUNCTION pool.table_of_caller() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
    mine text;
BEGIN
    SELECT m."table" INTO mine FROM members m WHERE m.role = session_user;
    IF mine IS NULL AND NOT pg_has_role(session_user, 'feltwork_pool_house', 'MEMBER') THEN
        RAISE EXCEPTION '% was admitted as no table', session_user
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN mine;
END $$;

-- Whose money a transfer is about, by what it refers to.
CREATE FUNCTION pool.table_concerned(of_pool text, said jsonb) RETURNS text
LANGUAGE sql AS $$
    SELECT CASE
        WHEN said->>'kind' = 'TakeBack' THEN (
            SELECT t.content->>'table' FROM pool.transfers t
            WHERE t.pool = of_pool AND t.id = said->>'contribution'
        )
        WHEN said->>'kind' = 'Reverse' THEN (
            SELECT h."table" FROM pool.hits h WHERE h.pool = of_pool AND h.id = said->>'award'
        )
        WHEN said->>'kind' IN ('Amend', 'Post', 'Release') THEN (
            SELECT r."table" FROM pool.reservations r
            WHERE r.pool = of_pool AND r.id = said->>'reservation'
        )
        ELSE said->>'table'
    END
$$;

-- A table acts for itself, under ids of its own, so that no other can use them up.
CREATE FUNCTION pool.may_send(of_pool text, of_id text, said jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    mine text := table_of_caller();
    kind text := said->>'kind';
    theirs text;
BEGIN
    IF mine IS NULL THEN
        RETURN;
    ELSIF NOT starts_with(of_id, mine || '/') THEN
        RAISE EXCEPTION 'id % seen, one that begins with %/ expected', of_id, mine
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF kind IN ('ChangeParameters', 'WithdrawChange') THEN
        IF pg_has_role(session_user, 'feltwork_pool_figures', 'MEMBER') THEN
            RETURN;
        END IF;
    ELSIF kind = 'Contribute' AND said->>'table' = mine THEN
        RETURN;
    ELSIF kind IS DISTINCT FROM 'Open' THEN
        IF kind = 'Reserve' AND 100 <= (
            SELECT count(*) FROM reservations r
            WHERE r.pool = of_pool AND r."table" = mine AND NOT r.closed
        ) THEN
            RAISE EXCEPTION 'table % has 100 reservations open', mine
                USING ERRCODE = 'program_limit_exceeded';
        END IF;
        theirs := table_concerned(of_pool, said);
        IF theirs = mine OR (theirs IS NULL AND is_claim(kind) AND kind <> 'Reserve') THEN
            RETURN;  -- a claim on what is not there is refused, and stays refused
        END IF;
    END IF;
    RAISE EXCEPTION 'table % may not send % for %', mine, kind, coalesce(theirs, 'the house')
        USING ERRCODE = 'insufficient_privilege';
END $$;

-- Why the house has nothing to settle with this table here. Nothing is kept of it but a count: no
-- table fills the history of a pool that it is not in.
CREATE FUNCTION pool.turned_away(b pool.books, said jsonb) RETURNS pool.outcome
LANGUAGE plpgsql AS $$
DECLARE
    mine text := table_of_caller();
BEGIN
    IF mine IS NULL OR said->>'kind' = 'Contribute' THEN
        RETURN NULL;  -- a contribution looks at the link by itself
    ELSIF said->>'kind' NOT IN ('Join', 'Move') THEN
        RETURN not_linked(b, mine);
    END IF;
    PERFORM FROM members m WHERE m.role = session_user AND b.pool = ANY (m.pools);
    IF FOUND THEN
        RETURN NULL;
    END IF;
    RETURN refuse('table_not_admitted', format('%s seen, for pool %s.', mine, b.pool));
END $$;

-- Why a login cannot become that of a table: whatever else it may do, the table could do.
CREATE FUNCTION pool.unfit(login text, which text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE
        WHEN octet_length(login) NOT BETWEEN 1 AND 63 THEN 'a login has 1 to 63 bytes'
        WHEN r.rolname IS NULL THEN 'there is no such login'
        WHEN r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls
            OR r.oid IN (SELECT datdba FROM pg_database WHERE datname = current_database())
            OR r.oid IN (SELECT nspowner FROM pg_namespace WHERE nspname = 'pool')
            THEN 'it has rights of its own'
        WHEN NOT r.rolcanlogin OR EXISTS (  -- whoever has made it may be in it
            SELECT 1 FROM pg_auth_members g JOIN pg_roles o ON o.oid = g.member
            WHERE g.roleid = r.oid AND o.rolname <> current_user
        ) THEN 'it is a group'
        WHEN EXISTS (
            SELECT 1 FROM pg_auth_members g JOIN pg_roles o ON o.oid = g.roleid
            WHERE g.member = r.oid
                AND o.rolname NOT IN ('feltwork_pool_table', 'feltwork_pool_figures')
        ) THEN 'it is in other groups'
        WHEN other."table" <> which THEN 'it is table ' || other."table"
        WHEN before.role <> login
            THEN format('table %s has the login %s: dismiss it first', which, before.role)
    END
    FROM (VALUES (1)) AS one LEFT JOIN pg_roles r ON r.rolname::text = login
    LEFT JOIN pool.members other ON other.role = r.rolname
    LEFT JOIN pool.members before ON before."table" = which
$$;

-- A login becomes a table, which may join these pools.
CREATE FUNCTION pool.admit(login text, which text, into_pools text[], figures boolean)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    wrong text := pool.unfit(login, which);
BEGIN
    IF wrong IS NOT NULL THEN
        RAISE EXCEPTION '% cannot be the login of table %: %', login, which, wrong
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT min(name) INTO wrong FROM unnest(into_pools) AS name
    WHERE NOT EXISTS (SELECT 1 FROM pool.books b WHERE b.pool = name);
    IF wrong IS NOT NULL THEN
        RAISE EXCEPTION 'there is no pool %', wrong USING ERRCODE = 'no_data_found';
    END IF;
    INSERT INTO pool.members VALUES (login, which, into_pools)
    ON CONFLICT (role) DO UPDATE SET pools = excluded.pools;
    -- A table has two connections, and for a while those before that are not known to be dead.
    EXECUTE format('ALTER ROLE %I CONNECTION LIMIT 8', login);
    EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', login, '5s');
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        EXECUTE format('ALTER ROLE %I SET temp_file_limit = %L', login, '64MB');
    END IF;
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), login);
    EXECUTE format('GRANT feltwork_pool_table TO %I', login);
    IF figures THEN
        EXECUTE format('GRANT feltwork_pool_figures TO %I', login);
    ELSE
        EXECUTE format('REVOKE feltwork_pool_figures FROM %I', login);
    END IF;
END $$;

-- A table has a login no more, and is cut off where the owner may; what it did stays under its name.
CREATE FUNCTION pool.dismiss(which text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    login text;
BEGIN
    DELETE FROM pool.members m WHERE m."table" = which RETURNING m.role INTO login;
    IF FOUND THEN
        BEGIN
            PERFORM pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE a.usename = login;
        EXCEPTION WHEN insufficient_privilege THEN
            NULL;  -- it may do nothing any more, and ends when it is closed
        END;
        EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM %I', current_database(), login);
        EXECUTE format('DROP ROLE %I', login);
    END IF;
    RETURN login;
END $$;

-- PUBLIC may nothing in this database. Only a superuser can take from it what lies in the catalogue:
-- locks, large objects, notices and log entries of one's own, and blocks of code. Was it taken? Asked
-- with every `pool init`.
CREATE FUNCTION pool.close_to_public() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    means text;
BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO feltwork_pool_reader', current_database());
    BEGIN
        REVOKE ALL ON SCHEMA public FROM PUBLIC;
    EXCEPTION WHEN invalid_schema_name OR insufficient_privilege THEN
        NULL;  -- it is not there, or somebody else's
    END;
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        REVOKE ALL ON LANGUAGE plpgsql FROM PUBLIC;
        FOR means IN
            SELECT p.oid::regprocedure FROM pg_proc p
            WHERE p.pronamespace = 'pg_catalog'::regnamespace AND (
                p.proname ~ '^(lo_|pg_(try_)?advisory)'
                OR p.proname IN ('loread', 'lowrite', 'pg_notify', 'pg_logical_emit_message',
                                 'pg_export_snapshot')
            )
        LOOP
            EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', means);
        END LOOP;
    END IF;
    RETURN NOT has_language_privilege('feltwork_pool_table', 'plpgsql', 'USAGE')
        AND NOT has_function_privilege('feltwork_pool_table', 'pg_advisory_lock(bigint)', 'EXECUTE');
END $$;
REVOKE ALL ON SCHEMA pool FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA pool FROM PUBLIC;
REVOKE ALL ON ALL ROUTINES IN SCHEMA pool FROM PUBLIC;
GRANT USAGE ON SCHEMA pool TO feltwork_pool_reader, feltwork_pool_table;
GRANT SELECT ON ALL TABLES IN SCHEMA pool TO feltwork_pool_reader, feltwork_pool_table;
GRANT EXECUTE ON FUNCTION pool.status, pool.reap TO feltwork_pool_reader, feltwork_pool_table;
GRANT EXECUTE ON FUNCTION pool.signs_of_life, pool.standbys TO feltwork_pool_reader;
GRANT EXECUTE ON FUNCTION pool.apply, pool.safe, pool.anchor TO feltwork_pool_table, feltwork_pool_house;
GRANT EXECUTE ON PROCEDURE pool.transfer TO feltwork_pool_table, feltwork_pool_house;
