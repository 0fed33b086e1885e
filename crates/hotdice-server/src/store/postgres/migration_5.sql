-- Tables as they were after some events of their logs, so that long logs are not replayed from the first event. A cache: what is missing
-- is made from the log.
CREATE TABLE hotdice.snapshots (
    table_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    sum BYTEA NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- Writes snapshots of a table, also over older ones of the same events. The row of the table is locked, so that nothing is left behind when
-- it is forgotten at the same moment; whoever plays there is not held up. Every statement is about one table by its name, so that shards can carry it out.
CREATE FUNCTION hotdice.snapshot_1(p_table TEXT, p_seqs BIGINT[], p_bodies TEXT[], p_sums BYTEA[])
RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM hotdice.tables t WHERE t.id = p_table FOR KEY SHARE;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    FOR number IN 1 .. cardinality(p_seqs) LOOP
        INSERT INTO hotdice.snapshots (table_id, seq, body, sum)
            VALUES (p_table, p_seqs[number], p_bodies[number], p_sums[number])
            ON CONFLICT (table_id, seq) DO UPDATE SET body = excluded.body, sum = excluded.sum;
    END LOOP;
END $$;

-- Forgets a table as forget_1 does, with its snapshots.
CREATE FUNCTION hotdice.forget_2(p_table TEXT, p_before BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
    IF NOT hotdice.forget_1(p_table, p_before) THEN
        RETURN false;
    END IF;
    DELETE FROM hotdice.snapshots WHERE table_id = p_table;
    RETURN true;
END $$;
