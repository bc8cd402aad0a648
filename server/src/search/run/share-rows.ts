import type { SearchEngine, SqlRow } from '../statements/search-engine.ts'

/** Longer answers are shared only while they are read: kept until the query ends, they would fill the memory. */
const MOST_ROWS_KEPT = 1000

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
      rows.then(
        ({ length }) => length > MOST_ROWS_KEPT && asked.delete(question),
        () => undefined,
      )
      return rows
    },
    stream: engine.stream,
    bytes: engine.bytes,
    command: engine.command,
  }
}
