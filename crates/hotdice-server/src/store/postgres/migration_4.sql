-- One request is one row: its events, one to a line, and its idempotency key. last: the number of the last of them. Rows that
-- were there before hold one event each, and their keys are in earlier_keys.
ALTER TABLE hotdice.events RENAME TO batches;
ALTER TABLE hotdice.batches RENAME COLUMN seq TO last;
ALTER TABLE hotdice.batches RENAME COLUMN line TO lines;
ALTER TABLE hotdice.batches ADD COLUMN key BYTEA;
ALTER TABLE hotdice.batches ADD COLUMN request BYTEA;
CREATE UNIQUE INDEX one_batch_of_a_key ON hotdice.batches (table_id, key) WHERE key IS NOT NULL;

-- Keys of requests that open tables, which are looked for before there is a table.
CREATE TABLE hotdice.openings (
    key BYTEA CONSTRAINT one_opening_of_a_key PRIMARY KEY,
    request BYTEA NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    last BIGINT NOT NULL
);
CREATE INDEX openings_of_tables ON hotdice.openings (table_id);
INSERT INTO hotdice.openings (key, request, table_id, last)
    SELECT key, request, table_id, last FROM hotdice.keys WHERE scope = '';
DELETE FROM hotdice.keys WHERE scope = '';
DROP INDEX hotdice.keys_of_openings;
ALTER TABLE hotdice.keys RENAME TO earlier_keys;

-- Events and keys as servers of the version before see and write them, while both versions run.
CREATE VIEW hotdice.events AS
    SELECT b.table_id, b.last - cardinality(b.each) + one.number AS seq, b.at, one.line
    FROM (SELECT table_id, last, at, string_to_array(lines, E'\n') AS each FROM hotdice.batches) b,
        unnest(b.each) WITH ORDINALITY AS one (line, number);
CREATE VIEW hotdice.keys AS
    SELECT scope, key, request, table_id, after, last FROM hotdice.earlier_keys
    UNION ALL SELECT table_id, key, request, table_id, last - cardinality(string_to_array(lines, E'\n')), last
        FROM hotdice.batches WHERE key IS NOT NULL
    UNION ALL SELECT '', key, request, table_id, 0, last FROM hotdice.openings;

CREATE FUNCTION hotdice.change_events() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM hotdice.batches WHERE table_id = OLD.table_id AND last = OLD.seq;
        RETURN OLD;
    END IF;
    INSERT INTO hotdice.batches (table_id, last, at, lines) VALUES (NEW.table_id, NEW.seq, NEW.at, NEW.line);
    RETURN NEW;
END $$;
CREATE TRIGGER change_events INSTEAD OF INSERT OR DELETE ON hotdice.events
    FOR EACH ROW EXECUTE FUNCTION hotdice.change_events();

-- Keys in batches go with their batches.
CREATE FUNCTION hotdice.change_keys() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM hotdice.earlier_keys WHERE scope = OLD.scope AND key = OLD.key;
        DELETE FROM hotdice.openings WHERE OLD.scope = '' AND key = OLD.key;
        RETURN OLD;
    ELSIF NEW.scope = '' THEN
        INSERT INTO hotdice.openings (key, request, table_id, last) VALUES (NEW.key, NEW.request, NEW.table_id, NEW.last);
    ELSE
        INSERT INTO hotdice.earlier_keys (scope, key, request, table_id, after, last)
            VALUES (NEW.scope, NEW.key, NEW.request, NEW.table_id, NEW.after, NEW.last);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER change_keys INSTEAD OF INSERT OR DELETE ON hotdice.keys
    FOR EACH ROW EXECUTE FUNCTION hotdice.change_keys();

-- Keeps a new table.
CREATE FUNCTION hotdice.open_2(
    p_table TEXT, p_seed BYTEA, p_last BIGINT, p_lines TEXT, p_at BIGINT,
    p_players INTEGER[], p_sums BYTEA[], p_key BYTEA, p_request BYTEA,
    OUT r_outcome TEXT, OUT r_table TEXT, OUT r_request BYTEA
) LANGUAGE plpgsql AS $$
BEGIN
    IF p_key IS NOT NULL THEN
        SELECT o.table_id, o.request INTO r_table, r_request FROM hotdice.openings o WHERE o.key = p_key;
        IF FOUND THEN
            r_outcome := 'repeated';
            RETURN;
        END IF;
        INSERT INTO hotdice.openings (key, request, table_id, last) VALUES (p_key, p_request, p_table, p_last);
    END IF;
    INSERT INTO hotdice.tables (id, seed, seq, quiet, keeper) VALUES (p_table, p_seed, p_last, p_at, 0);
    INSERT INTO hotdice.batches (table_id, last, at, lines) VALUES (p_table, p_last, p_at, p_lines);
    FOR number IN 1 .. cardinality(p_sums) LOOP
        INSERT INTO hotdice.tokens (table_id, sum, player) VALUES (p_table, p_sums[number], p_players[number]);
    END LOOP;
    r_outcome := 'kept';
END $$;

-- Adds events to the log of a table, all or none: only after the event that the writer has seen, only once for a key, and in
-- the name of a lease only while it lasts.
--
-- The update is the compare-and-swap: whoever comes second waits at the row of the table, finds another length and writes
-- nothing. That a key was used before is found by its unique index, and fails; keys of the version before are asked for
-- before the row is held, because whoever uses one meanwhile changes the length as well. So is whether the node is heard of:
-- should its time end meanwhile, nobody writes in its place without changing the epoch of the row. Every statement is about
-- one table by its name, and has no function that is not the same everywhere, so that shards can carry it out.
CREATE FUNCTION hotdice.append_2(
    p_table TEXT, p_after BIGINT, p_last BIGINT, p_lines TEXT, p_at BIGINT, p_live BOOLEAN, p_tended BOOLEAN,
    p_players INTEGER[], p_sums BYTEA[], p_key BYTEA, p_request BYTEA, p_node BIGINT, p_epoch BIGINT
) RETURNS TEXT LANGUAGE plpgsql AS $$
DECLARE
    moment TIMESTAMPTZ;
BEGIN
    IF p_key IS NOT NULL THEN
        PERFORM FROM hotdice.earlier_keys k WHERE k.scope = p_table AND k.key = p_key;
        IF FOUND THEN
            RETURN 'behind';
        END IF;
    END IF;
    IF p_node IS NOT NULL THEN
        moment := clock_timestamp();
        PERFORM FROM hotdice.nodes n WHERE n.id = p_node AND n.until > moment;
        IF NOT FOUND THEN
            RETURN 'evicted';
        END IF;
    END IF;
    UPDATE hotdice.tables SET
        seq = p_last,
        quiet = CASE WHEN p_live THEN NULL ELSE p_at END,
        keeper = CASE WHEN p_tended THEN nullif(keeper, 0) ELSE keeper END
        WHERE id = p_table AND seq = p_after
            AND (p_node IS NULL OR keeper = p_node AND epoch = p_epoch);
    IF NOT FOUND THEN
        IF p_node IS NOT NULL THEN
            PERFORM FROM hotdice.tables t WHERE t.id = p_table AND t.keeper = p_node AND t.epoch = p_epoch;
            IF NOT FOUND THEN
                RETURN 'evicted';
            END IF;
        END IF;
        RETURN 'behind';
    END IF;
    INSERT INTO hotdice.batches (table_id, last, at, lines, key, request)
        VALUES (p_table, p_last, p_at, p_lines, p_key, p_request);
    FOR number IN 1 .. cardinality(p_sums) LOOP
        INSERT INTO hotdice.tokens (table_id, sum, player) VALUES (p_table, p_sums[number], p_players[number]);
    END LOOP;
    RETURN 'written';
END $$;

-- Forgets a table at which nothing has happened since a moment. Whoever acts at it meanwhile keeps it: its row is locked
-- then, or has an event that is not seen here.
CREATE FUNCTION hotdice.forget_1(p_table TEXT, p_before BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
    found_seq BIGINT;
    found_quiet BIGINT;
BEGIN
    SELECT t.seq, t.quiet INTO found_seq, found_quiet FROM hotdice.tables t WHERE t.id = p_table FOR UPDATE SKIP LOCKED;
    IF NOT FOUND OR found_quiet >= p_before THEN
        RETURN false;
    END IF;
    IF found_quiet IS NULL THEN
        PERFORM FROM hotdice.batches b WHERE b.table_id = p_table AND b.last = found_seq AND b.at < p_before;
        IF NOT FOUND THEN
            RETURN false;
        END IF;
    END IF;
    DELETE FROM hotdice.tables WHERE id = p_table;
    DELETE FROM hotdice.batches WHERE table_id = p_table;
    DELETE FROM hotdice.tokens WHERE table_id = p_table;
    DELETE FROM hotdice.earlier_keys WHERE scope = p_table;
    DELETE FROM hotdice.openings WHERE table_id = p_table;
    RETURN true;
END $$;

-- Keeps the code of a transfer, and forgets those that have expired.
CREATE FUNCTION hotdice.offer_1(p_table TEXT, p_player INTEGER, p_code BYTEA, p_until BIGINT, p_now BIGINT)
RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM hotdice.transfers WHERE until <= p_now AND NOT (table_id = p_table AND player = p_player);
    INSERT INTO hotdice.transfers (table_id, player, code, until) VALUES (p_table, p_player, p_code, p_until)
        ON CONFLICT (table_id, player) DO UPDATE SET code = excluded.code, until = excluded.until, token = NULL;
END $$;

-- Takes the seat of a transfer, unless the token belongs to somebody else at the table.
CREATE FUNCTION hotdice.take_1(p_code BYTEA, p_token BYTEA, p_now BIGINT, OUT r_table TEXT, OUT r_player INTEGER)
LANGUAGE plpgsql AS $$
BEGIN
    SELECT t.table_id, t.player INTO r_table, r_player FROM hotdice.transfers t
        WHERE t.code = p_code AND t.until > p_now AND (t.token IS NULL OR t.token = p_token) FOR UPDATE;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    PERFORM FROM hotdice.tokens t WHERE t.table_id = r_table AND t.sum = p_token AND t.player IS DISTINCT FROM r_player;
    IF FOUND THEN
        r_table := NULL;
        r_player := NULL;
        RETURN;
    END IF;
    UPDATE hotdice.transfers SET token = p_token WHERE table_id = r_table AND player = r_player;
    INSERT INTO hotdice.tokens (table_id, sum, player) VALUES (r_table, p_token, r_player) ON CONFLICT DO NOTHING;
END $$;
