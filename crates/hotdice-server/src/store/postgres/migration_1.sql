CREATE SCHEMA IF NOT EXISTS hotdice;

CREATE TABLE hotdice.version (version BIGINT PRIMARY KEY);

-- Servers that were heard of. A node whose time has passed never comes back under its number.
CREATE TABLE hotdice.nodes (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    until TIMESTAMPTZ NOT NULL
);

-- quiet: since when no game goes on; nothing while one does. It changes seldom, so that a move touches no index here.
-- keeper: the node that sees to bots and clocks, 0 where nobody is needed, or nothing where somebody is.
CREATE TABLE hotdice.tables (
    id TEXT COLLATE "C" PRIMARY KEY,
    seed BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    quiet BIGINT,
    keeper BIGINT,
    epoch BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX live_tables ON hotdice.tables (keeper) WHERE quiet IS NULL;
CREATE INDEX quiet_tables ON hotdice.tables (quiet) WHERE quiet IS NOT NULL;

CREATE TABLE hotdice.events (
    table_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    line TEXT NOT NULL,
    CONSTRAINT one_event_of_a_number PRIMARY KEY (table_id, seq)
);

CREATE TABLE hotdice.tokens (
    table_id TEXT COLLATE "C" NOT NULL,
    sum BYTEA NOT NULL,
    player INTEGER,
    PRIMARY KEY (table_id, sum)
);

-- scope: the table at which a key was used, or nothing for requests that open tables.
CREATE TABLE hotdice.keys (
    scope TEXT COLLATE "C" NOT NULL,
    key BYTEA NOT NULL,
    request BYTEA NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    after BIGINT NOT NULL,
    last BIGINT NOT NULL,
    CONSTRAINT one_use_of_a_key PRIMARY KEY (scope, key)
);
CREATE INDEX keys_of_openings ON hotdice.keys (table_id) WHERE scope = '';

-- Keeps the events of a table, those who may act, and the key of the request.
CREATE FUNCTION hotdice.note_1(
    p_scope TEXT, p_table TEXT, p_after BIGINT, p_lines TEXT[], p_at BIGINT,
    p_players INTEGER[], p_sums BYTEA[], p_key BYTEA, p_request BYTEA
) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO hotdice.events (table_id, seq, at, line)
        SELECT p_table, p_after + number, p_at, line FROM unnest(p_lines) WITH ORDINALITY AS lines (line, number);
    IF cardinality(p_sums) > 0 THEN
        INSERT INTO hotdice.tokens (table_id, sum, player)
            SELECT p_table, sum, player FROM unnest(p_sums, p_players) AS tokens (sum, player);
    END IF;
    IF p_key IS NOT NULL THEN
        INSERT INTO hotdice.keys (scope, key, request, table_id, after, last)
            VALUES (p_scope, p_key, p_request, p_table, p_after, p_after + cardinality(p_lines));
    END IF;
END $$;

-- Keeps a new table.
CREATE FUNCTION hotdice.open_1(
    p_table TEXT, p_seed BYTEA, p_lines TEXT[], p_at BIGINT,
    p_players INTEGER[], p_sums BYTEA[], p_key BYTEA, p_request BYTEA,
    OUT r_outcome TEXT, OUT r_table TEXT
) LANGUAGE plpgsql AS $$
DECLARE
    used RECORD;
BEGIN
    IF p_key IS NOT NULL THEN
        SELECT k.table_id, k.request INTO used FROM hotdice.keys k WHERE k.scope = '' AND k.key = p_key;
        IF FOUND THEN
            r_outcome := CASE WHEN used.request = p_request THEN 'repeated' ELSE 'other' END;
            r_table := used.table_id;
            RETURN;
        END IF;
    END IF;
    INSERT INTO hotdice.tables (id, seed, seq, quiet, keeper) VALUES (p_table, p_seed, cardinality(p_lines), p_at, 0);
    PERFORM hotdice.note_1('', p_table, 0, p_lines, p_at, p_players, p_sums, p_key, p_request);
    r_outcome := 'kept';
END $$;

-- Adds events to the log of a table, all or none: only after the event that the writer has seen, only once for a key,
-- and in the name of a lease only while it lasts. Whoever comes second waits at the row of the table, and sees what the
-- first has done.
CREATE FUNCTION hotdice.append_1(
    p_table TEXT, p_after BIGINT, p_lines TEXT[], p_at BIGINT, p_live BOOLEAN, p_tended BOOLEAN,
    p_players INTEGER[], p_sums BYTEA[], p_key BYTEA, p_request BYTEA, p_node BIGINT, p_epoch BIGINT,
    OUT r_outcome TEXT, OUT r_request BYTEA, OUT r_after BIGINT, OUT r_last BIGINT
) LANGUAGE plpgsql AS $$
DECLARE
    found_seq BIGINT;
    found_keeper BIGINT;
    found_epoch BIGINT;
BEGIN
    SELECT t.seq, t.keeper, t.epoch INTO found_seq, found_keeper, found_epoch
        FROM hotdice.tables t WHERE t.id = p_table FOR NO KEY UPDATE;
    IF p_key IS NOT NULL THEN
        SELECT k.request, k.after, k.last INTO r_request, r_after, r_last
            FROM hotdice.keys k WHERE k.scope = p_table AND k.key = p_key;
        IF FOUND THEN
            r_outcome := 'repeated';
            RETURN;
        END IF;
    END IF;
    IF p_node IS NOT NULL AND (
        found_keeper IS DISTINCT FROM p_node OR found_epoch IS DISTINCT FROM p_epoch
        OR NOT EXISTS (SELECT FROM hotdice.nodes n WHERE n.id = p_node AND n.until > clock_timestamp())
    ) THEN
        r_outcome := 'evicted';
        RETURN;
    END IF;
    IF found_seq IS DISTINCT FROM p_after THEN
        r_outcome := 'behind';
        RETURN;
    END IF;
    UPDATE hotdice.tables SET
        seq = p_after + cardinality(p_lines),
        quiet = CASE WHEN p_live THEN NULL ELSE p_at END,
        keeper = CASE WHEN p_tended THEN nullif(keeper, 0) ELSE keeper END
        WHERE id = p_table;
    PERFORM hotdice.note_1(p_table, p_table, p_after, p_lines, p_at, p_players, p_sums, p_key, p_request);
    r_outcome := 'written';
END $$;

-- Makes a node the keeper of a table, if nobody else is.
CREATE FUNCTION hotdice.keep_1(p_table TEXT, p_node BIGINT, OUT r_outcome TEXT, OUT r_epoch BIGINT)
LANGUAGE plpgsql AS $$
DECLARE
    found_keeper BIGINT;
BEGIN
    SELECT t.keeper, t.epoch INTO found_keeper, r_epoch FROM hotdice.tables t WHERE t.id = p_table FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        r_outcome := 'other';
    ELSIF NOT EXISTS (SELECT FROM hotdice.nodes n WHERE n.id = p_node AND n.until > clock_timestamp()) THEN
        r_outcome := 'lapsed';
    ELSIF found_keeper = p_node THEN
        r_outcome := 'kept';
    ELSIF EXISTS (SELECT FROM hotdice.nodes n WHERE n.id = found_keeper AND n.until > clock_timestamp()) THEN
        r_outcome := 'other';
    ELSE
        UPDATE hotdice.tables SET keeper = p_node, epoch = epoch + 1 WHERE id = p_table RETURNING epoch INTO r_epoch;
        r_outcome := 'kept';
    END IF;
END $$;
