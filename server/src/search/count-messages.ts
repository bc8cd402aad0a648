import type { SearchTypeContext } from './search-type.ts'

/** How many messages the scope holds: exact, never an estimate. */
export async function countMessages(context: SearchTypeContext): Promise<number> {
  const sql = `SELECT count() FROM messages WHERE ${context.where()}`
  const [row] = await context.engine.rows(sql, { signal: context.signal })
  return Number(row?.[0] ?? 0)
}
