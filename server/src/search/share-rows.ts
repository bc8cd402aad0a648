import type { SearchEngine, SqlRow } from './search-engine.ts'

/** Search types of one query that ask the same get the same answer, for the price of one. */
export function shareRows(engine: SearchEngine): SearchEngine {
  const asked = new Map<string, Promise<readonly SqlRow[]>>()
  return {
    rows(sql, options) {
      // What had less time may have failed for that alone.
      const question = `${options.seconds} ${sql.text}`
      const known = asked.get(question)
      if (known !== undefined) return known
      const rows = engine.rows(sql, options)
      asked.set(question, rows)
      return rows
    },
    stream: engine.stream,
    bytes: engine.bytes,
    command: engine.command,
  }
}
