-- Distributes the tables of Hot Dice over the workers of a Citus cluster. Run it after a first server has started, which creates the
-- tables, and while no server runs:
--
--     psql --set ON_ERROR_STOP=1 --file citus.sql DATABASE      (--set shards=64 for more than 32)
--
-- Run it again after an upgrade that added tables; servers warn about them when they start. Tables that are distributed already stay as
-- they are; a table that is distributed now takes its rows with it.
--
-- Everything about a game table is on the worker of its shard, and the functions that change it run there. The nodes, and
-- the codes that move a seat to another device, are on every worker. The key of a request that opens a table is looked up
-- before the table exists, so these keys have shards of their own.

\if :{?shards}
\else
    \set shards 32
\endif

-- Views for servers before version 0.2, which cannot work on shards.
DROP VIEW IF EXISTS hotdice.events, hotdice.keys;

-- What each table needs, in this order. Only missing steps are run.
SELECT step.sql
FROM (VALUES
    (1, 'hotdice.nodes', 'SELECT create_reference_table(''hotdice.nodes'')'),
    (2, 'hotdice.transfers', 'SELECT create_reference_table(''hotdice.transfers'')'),
    (3, 'hotdice.tables', 'SELECT create_distributed_table(''hotdice.tables'', ''id'', shard_count => ' || :shards || ')'),
    (4, 'hotdice.batches', 'SELECT create_distributed_table(''hotdice.batches'', ''table_id'', colocate_with => ''hotdice.tables'')'),
    (5, 'hotdice.snapshots', 'SELECT create_distributed_table(''hotdice.snapshots'', ''table_id'', colocate_with => ''hotdice.tables'')'),
    (6, 'hotdice.tokens', 'SELECT create_distributed_table(''hotdice.tokens'', ''table_id'', colocate_with => ''hotdice.tables'')'),
    (7, 'hotdice.earlier_keys', 'SELECT create_distributed_table(''hotdice.earlier_keys'', ''scope'', colocate_with => ''hotdice.tables'')'),
    (8, 'hotdice.signs', 'SELECT create_distributed_table(''hotdice.signs'', ''table_id'', colocate_with => ''hotdice.tables'')'),
    (9, 'hotdice.openings', 'SELECT create_distributed_table(''hotdice.openings'', ''key'', colocate_with => ''none'', shard_count => ' || :shards || ')')
) AS step (number, relation, sql)
WHERE NOT EXISTS (
    -- Local tables that Citus merely tracks are neither hash-distributed nor on every worker.
    SELECT FROM pg_dist_partition AS spread
    WHERE spread.logicalrelid = step.relation::regclass AND (spread.partmethod = 'h' OR spread.repmodel = 't')
)
ORDER BY step.number
\gexec

-- Repeating this is harmless for functions.
SELECT create_distributed_function(
    'hotdice.append_2(text,bigint,bigint,text,bigint,boolean,boolean,integer[],bytea[],bytea,bytea,bigint,bigint)',
    'p_table', colocate_with => 'hotdice.tables');
SELECT create_distributed_function('hotdice.keep_1(text,bigint)', 'p_table', colocate_with => 'hotdice.tables');
SELECT create_distributed_function('hotdice.snapshot_1(text,bigint[],text[],bytea[])', 'p_table', colocate_with => 'hotdice.tables');
