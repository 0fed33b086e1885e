-- Seats that their players take to another device: the digest of a code, until when it works, and the token that the seat was
-- taken with, once it was. Each player has one code at a time.
CREATE TABLE hotdice.transfers (
    table_id TEXT COLLATE "C" NOT NULL,
    player INTEGER NOT NULL,
    code BYTEA NOT NULL UNIQUE,
    until BIGINT NOT NULL,
    token BYTEA,
    PRIMARY KEY (table_id, player)
);
