-- Who may do what. Nobody writes the tables; `pool.apply` looks at who asks.
--
-- feltwork_pool_reader   reads everything
-- feltwork_pool_table    contributes and claims for the one table it was admitted as
-- feltwork_pool_figures  agrees on figures as well: for tables at whose console two people may
-- feltwork_pool_house    opens pools, acts for any table
--
-- Whoever owns the schema admits tables.

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
GRANT feltwork_pool_reader TO feltwork_pool_table, feltwork_pool_house;

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
        theirs := table_concerned(of_pool, said);
        IF theirs = mine OR (theirs IS NULL AND is_claim(kind) AND kind <> 'Reserve') THEN
            RETURN;  -- a claim on what is not there is refused, and stays refused
        END IF;
    END IF;
    RAISE EXCEPTION 'table % may not send % for %', mine, kind, coalesce(theirs, 'the house')
        USING ERRCODE = 'insufficient_privilege';
END $$;

-- A login becomes a table.
CREATE FUNCTION pool.admit(login name, which text, figures boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO pool.members VALUES (login, which)
    ON CONFLICT (role) DO UPDATE SET "table" = excluded."table";
    EXECUTE format('GRANT feltwork_pool_table TO %I', login);
    IF figures THEN
        EXECUTE format('GRANT feltwork_pool_figures TO %I', login);
    ELSE
        EXECUTE format('REVOKE feltwork_pool_figures FROM %I', login);
    END IF;
END $$;

REVOKE ALL ON SCHEMA pool FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA pool FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA pool FROM PUBLIC;
GRANT USAGE ON SCHEMA pool TO feltwork_pool_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA pool TO feltwork_pool_reader;
GRANT EXECUTE ON FUNCTION pool.status TO feltwork_pool_reader;
GRANT EXECUTE ON FUNCTION pool.apply, pool.safe, pool.anchor TO feltwork_pool_table, feltwork_pool_house;
