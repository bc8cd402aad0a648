import { sql } from '@logyard/languages/sql/sql'

/** The beginning of a partition as the engine writes it: `('logyard_0','2026-03-01')`. */
const PARTITION = String.raw`^\('([^']*)',`

/**
 * The index of a row of `system.parts`. A partition is an index and a day; in the table of earlier versions, also before it
 * has become `old_messages`, it is an index.
 */
export const INDEX_OF_PART = sql`if(startsWith(partition, '('), extract(partition, ${PARTITION}), partition)`

/** The tables that have messages of indices. */
export const MESSAGE_TABLES: readonly string[] = ['messages', 'old_messages']
