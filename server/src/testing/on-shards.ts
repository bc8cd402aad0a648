/** Whether the engines of tests are clusters: tests that kill the one process of an engine are skipped then. */
export const isOnShards = (): boolean => process.env['LOGYARD_TEST_SHARDS'] !== undefined
