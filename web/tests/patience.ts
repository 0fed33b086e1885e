/**
 * How long the tests wait before they call something a hang. Nothing is judged by these times: a test waits for a condition, and a time-out
 * only ends one that never comes. On a machine that is busier than any we know, HOTDICE_TEST_PATIENCE multiplies them.
 */
const factor = Number(process.env["HOTDICE_TEST_PATIENCE"] ?? "1");
if (!(factor > 0)) throw new Error("HOTDICE_TEST_PATIENCE is a factor such as 2");

const SECOND = 1000;

/** For one condition. */
export const HANGS = 90 * SECOND * factor;

/** For a whole test. */
export const TEST_HANGS = 600 * SECOND * factor;
