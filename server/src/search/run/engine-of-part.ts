import type { ProgressPart } from '../progress/progress.ts'
import type { SearchEngine } from '../statements/search-engine.ts'

/** The statements belong to this part of the search. */
export function engineOfPart(engine: SearchEngine, part: ProgressPart): SearchEngine {
  return {
    ...(engine.whole && { whole: engineOfPart(engine.whole, part) }),
    openPartitions: engine.openPartitions,
    rows: (sql, options) => engine.rows(sql, { ...options, part }),
    stream: (sql, options) => engine.stream(sql, { ...options, part }),
    bytes: (sql, options) => engine.bytes(sql, { ...options, part }),
    command: (sql, options) => engine.command(sql, { ...options, part }),
  }
}
