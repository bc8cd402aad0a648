import type { SearchTypeContext } from './search-type.ts'

/** When the range begins; one from the beginning of time begins with the first message of all. */
export async function firstInstant({ isAllMessages, range, engine, signal }: SearchTypeContext): Promise<number> {
  if (!isAllMessages) return range.fromMs
  const sql = 'SELECT toUnixTimestamp64Milli(timestamp) FROM messages ORDER BY timestamp LIMIT 1'
  const [first] = await engine.rows(sql, { signal })
  return first === undefined ? range.toMs : Math.max(range.fromMs, Number(first[0]))
}
