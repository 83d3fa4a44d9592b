-- What a server of pools keeps. Exact figures are in millionths of a cent, amounts in cents.
--
-- Nothing here is written but by pool.apply, pool.anchor and pool.admit: see 8_rights.sql. What a
-- table may say at all is in 5_sound.sql; the bounds here are the last line.

CREATE TABLE pool.books (
    pool text PRIMARY KEY CHECK (length(pool) BETWEEN 1 AND 200 AND pool !~ '[[:cntrl:]]'),
    meter bigint NOT NULL DEFAULT 0 CHECK (meter >= 0),
    reserve bigint NOT NULL DEFAULT 0 CHECK (reserve >= 0),
    overflow bigint NOT NULL DEFAULT 0 CHECK (overflow >= 0),
    paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
    contributed bigint NOT NULL DEFAULT 0 CHECK (contributed >= 0),
    seeds bigint NOT NULL DEFAULT 0 CHECK (seeds >= 0),
    house bigint NOT NULL DEFAULT 0 CHECK (house >= 0),
    seq bigint NOT NULL DEFAULT 0,
    reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    version integer NOT NULL DEFAULT 1,
    latest integer NOT NULL DEFAULT 1,
    withdrawn integer NOT NULL DEFAULT 0,
    last_reset bigint NOT NULL DEFAULT 0,
    last_contribution bigint NOT NULL DEFAULT 0,
    wagers_in bigint NOT NULL DEFAULT 0,
    wagers_taken_back bigint NOT NULL DEFAULT 0,
    tells_at timestamptz NOT NULL DEFAULT '-infinity',  -- until then no increment is told of
    CONSTRAINT books_balance CHECK (meter + reserve + overflow + paid = contributed + seeds + house),
    CONSTRAINT reserved_is_on_the_meter CHECK (reserved * 1000000 <= meter)
) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- One row is written by every table of a pool: room on its page keeps those writes off the index.

CREATE TABLE pool.transfers (
    pool text NOT NULL,  -- whose books are locked meanwhile: a foreign key would only cost time
    seq bigint NOT NULL,
    id text NOT NULL CHECK (length(id) BETWEEN 1 AND 200),
    content jsonb CHECK (octet_length(content::text) <= 8000),
    refused text,
    detail text,
    available bigint NOT NULL,
    version integer NOT NULL,
    amount bigint NOT NULL,
    basis bigint NOT NULL,
    house_carries boolean NOT NULL,
    meter bigint NOT NULL,
    reserve bigint NOT NULL,
    overflow bigint NOT NULL,
    paid bigint NOT NULL,
    contributed bigint NOT NULL,
    seeds bigint NOT NULL,
    house bigint NOT NULL,
    by_role name NOT NULL DEFAULT session_user,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (pool, seq),
    UNIQUE (pool, id),
    CONSTRAINT transfer_says_something CHECK (content IS NOT NULL),
    CONSTRAINT transfer_balances
        CHECK (meter + reserve + overflow + paid = contributed + seeds + house)
);

CREATE INDEX transfers_of_a_login ON pool.transfers (by_role, pool, seq);

-- Transfers that were refused and change nothing, not even the order of transfers: a contribution, a
-- table that wants to join, a claim that the meter does not suffice for. They are sent again until
-- they are carried out; here they are counted, one row for each table and reason, so that the pit
-- sees what a table waits for.
CREATE TABLE pool.refusals (
    pool text NOT NULL,
    "table" text NOT NULL,
    kind text NOT NULL,
    refused text NOT NULL,
    detail text NOT NULL,
    seq bigint NOT NULL,  -- the last transfer of the pool before it
    times bigint NOT NULL DEFAULT 1,
    at timestamptz NOT NULL,
    PRIMARY KEY (pool, "table", kind, refused)
);

CREATE TABLE pool.versions (
    pool text NOT NULL REFERENCES pool.books,
    version integer NOT NULL CHECK (version >= 1),
    schedule text NOT NULL CHECK (schedule ~ '\S' AND length(schedule) <= 200),
    wager bigint NOT NULL CHECK (wager BETWEEN 1 AND 100000000),
    increment_millionths bigint NOT NULL CHECK (increment_millionths >= 0),
    seed bigint NOT NULL CHECK (seed >= 0),
    reserve_increment_millionths bigint NOT NULL CHECK (reserve_increment_millionths >= 0),
    "limit" bigint,
    who text[] NOT NULL,
    at bigint NOT NULL CHECK (at BETWEEN 0 AND 4102444800),
    in_force_since bigint,
    PRIMARY KEY (pool, version),
    CHECK (increment_millionths + reserve_increment_millionths <= 1000000),
    CHECK (seed <= coalesce("limit", 100000000000) AND coalesce("limit", 0) <= 100000000000)
);

-- 15.1.2: a table is in one pool, for it has one row.
CREATE TABLE pool.links (
    "table" text PRIMARY KEY CHECK (length("table") BETWEEN 1 AND 200 AND "table" !~ '[/[:cntrl:]]'),
    pool text REFERENCES pool.books
);
CREATE INDEX links_of_a_pool ON pool.links (pool);

-- Contributions some of whose wagers were taken back; of the others the transfer says all.
CREATE TABLE pool.contributions (
    pool text NOT NULL,
    id text NOT NULL,
    seq bigint NOT NULL,
    "table" text NOT NULL,
    round bigint NOT NULL,
    wagers bigint NOT NULL,
    on_meter bigint NOT NULL,
    on_reserve bigint NOT NULL,
    overflowed bigint NOT NULL,
    taken_back bigint NOT NULL CHECK (taken_back BETWEEN 0 AND wagers),
    PRIMARY KEY (pool, id),
    FOREIGN KEY (pool, id) REFERENCES pool.transfers (pool, id)
);

CREATE TABLE pool.reservations (
    pool text NOT NULL,
    id text NOT NULL,
    seq bigint NOT NULL,
    "table" text NOT NULL,
    round bigint NOT NULL,
    held bigint NOT NULL CHECK (held >= 0),
    set_at bigint NOT NULL,
    whole boolean NOT NULL,
    closed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (pool, id),
    FOREIGN KEY (pool, id) REFERENCES pool.transfers (pool, id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (held = 0 OR NOT closed)
);
CREATE UNIQUE INDEX one_reservation_a_round ON pool.reservations (pool, "table", round)
    WHERE NOT closed;
CREATE INDEX held_reservations ON pool.reservations (pool, seq) WHERE held > 0;
CREATE INDEX reservations_by_setting ON pool.reservations (pool, set_at);

CREATE TABLE pool.hits (
    pool text NOT NULL,
    id text NOT NULL,
    seq bigint NOT NULL,
    reservation text NOT NULL,
    "table" text NOT NULL,
    round bigint NOT NULL,
    level text NOT NULL CHECK (length(level) BETWEEN 1 AND 200),
    amount bigint NOT NULL CHECK (amount >= 0),
    resets boolean NOT NULL,
    cards text[] NOT NULL,
    who text[] NOT NULL,
    at bigint NOT NULL CHECK (at BETWEEN 0 AND 4102444800),
    seed bigint NOT NULL DEFAULT 0,
    reserve bigint NOT NULL DEFAULT 0,
    version_before integer NOT NULL DEFAULT 0,
    reset_before bigint NOT NULL DEFAULT 0,
    reversed boolean NOT NULL DEFAULT false,
    place integer CHECK (place BETWEEN 1 AND 100),
    PRIMARY KEY (pool, id),
    UNIQUE (pool, seq),
    FOREIGN KEY (pool, id) REFERENCES pool.transfers (pool, id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (pool, reservation) REFERENCES pool.reservations (pool, id)
);

-- The heads of a table's journals, whatever pool it is in: as controller/pools/heads.py. A journal is
-- named by the id of its first file. A row only goes on, and stays.
CREATE TABLE pool.heads (
    "table" text NOT NULL,
    journal bytea NOT NULL CHECK (octet_length(journal) = 16),
    position bigint NOT NULL CHECK (position BETWEEN 1 AND 1000000000000),
    round bigint NOT NULL CHECK (round BETWEEN 0 AND 1000000000000),
    mac bytea NOT NULL CHECK (octet_length(mac) = 32),
    who text[] NOT NULL,  -- by whom it took the place of the one before
    by_role name NOT NULL DEFAULT session_user,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY ("table", journal)
);

-- Which table a login is, and the pools that it may join. One login, one table; one table, one
-- login. A table's ids begin with its name and a stroke: there is none in the name.
CREATE TABLE pool.members (
    role name PRIMARY KEY,
    "table" text NOT NULL UNIQUE CHECK (length("table") BETWEEN 1 AND 200 AND "table" !~ '[/[:cntrl:]]'),
    pools text[] NOT NULL
);

-- History stays as it is, whoever asks: the owner of these tables too.
CREATE FUNCTION pool.stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER transfers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON pool.transfers
    FOR EACH STATEMENT EXECUTE FUNCTION pool.stays();
CREATE TRIGGER hits_stay BEFORE DELETE OR TRUNCATE ON pool.hits
    FOR EACH STATEMENT EXECUTE FUNCTION pool.stays();
