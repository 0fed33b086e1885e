-- Spreads the tables of Hot Dice over the workers of a Citus cluster, once, after a first server has started (and so made
-- them) and while none runs:
--
--     psql --set ON_ERROR_STOP=1 --file citus.sql DATABASE      (--set shards=64 for more than 32)
--
-- Everything about a table of guests is on the worker of its shard, and the functions that change it run there. Who is a
-- node, and codes that carry a seat to another device, are on every worker. The key of a request that opens a table is
-- looked for before there is a table, and has a shard of its own.

\if :{?shards}
\else
    \set shards 32
\endif

-- What servers before version 0.2 see; they cannot work on shards.
DROP VIEW IF EXISTS hotdice.events, hotdice.keys;

SELECT create_reference_table('hotdice.nodes');
SELECT create_reference_table('hotdice.transfers');
SELECT create_distributed_table('hotdice.tables', 'id', shard_count => :shards);
SELECT create_distributed_table('hotdice.batches', 'table_id', colocate_with => 'hotdice.tables');
SELECT create_distributed_table('hotdice.snapshots', 'table_id', colocate_with => 'hotdice.tables');
SELECT create_distributed_table('hotdice.tokens', 'table_id', colocate_with => 'hotdice.tables');
SELECT create_distributed_table('hotdice.earlier_keys', 'scope', colocate_with => 'hotdice.tables');
SELECT create_distributed_table('hotdice.signs', 'table_id', colocate_with => 'hotdice.tables');
SELECT create_distributed_table('hotdice.openings', 'key', colocate_with => 'none', shard_count => :shards);

SELECT create_distributed_function(
    'hotdice.append_2(text,bigint,bigint,text,bigint,boolean,boolean,integer[],bytea[],bytea,bytea,bigint,bigint)',
    'p_table', colocate_with => 'hotdice.tables');
SELECT create_distributed_function('hotdice.keep_1(text,bigint)', 'p_table', colocate_with => 'hotdice.tables');
SELECT create_distributed_function('hotdice.snapshot_1(text,bigint[],text[],bytea[])', 'p_table', colocate_with => 'hotdice.tables');
