import type { SearchEngine, SqlRow } from '../statements/search-engine.ts'

/** Longer results are shared only while they are read: cached until the query ends, they would use too much memory. */
const MAX_CACHED_ROWS = 1000

/** Search types of one query share the results of identical statements. */
export function shareRows(engine: SearchEngine): SearchEngine {
  const results = new Map<string, Promise<readonly SqlRow[]>>()
  return {
    ...(engine.whole && { whole: shareRows(engine.whole) }),
    openPartitions: engine.openPartitions,
    rows(sql, options) {
      // A statement with a shorter time limit may have failed only because of that.
      const key = `${options.seconds} ${sql.text}`
      const known = results.get(key)
      if (known !== undefined) return known
      const rows = engine.rows(sql, options)
      results.set(key, rows)
      rows.then(
        ({ length }) => length > MAX_CACHED_ROWS && results.delete(key),
        () => undefined,
      )
      return rows
    },
    stream: engine.stream,
    bytes: engine.bytes,
    command: engine.command,
  }
}
