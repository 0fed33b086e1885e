-- What each server shows the others of a table: who has it open there, and what they feel. Nothing is lost with it.
CREATE UNLOGGED TABLE hotdice.signs (
    table_id TEXT COLLATE "C" NOT NULL,
    node BIGINT NOT NULL REFERENCES hotdice.nodes (id) ON DELETE CASCADE,
    sign TEXT NOT NULL,
    shown TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (table_id, node)
);
CREATE INDEX signs_of_nodes ON hotdice.signs (node);
