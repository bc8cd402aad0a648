import { addRunFigures, newRunFigures, type RunFigures, takeRunFigures } from '../../extractors/run-figures.ts'
import type { Clock } from '../../platform/clock.ts'

/** What extractors did, collected while a block is processed. */
export interface ExtractorWatch {
  readonly now: () => number
  /** Figures that have moved since they were last taken, by extractor id. */
  readonly moved: Map<string, RunFigures>
}

export const createExtractorWatch = (clock: Pick<Clock, 'monotonicMs'>): ExtractorWatch => ({
  now: clock.monotonicMs,
  moved: new Map(),
})

/** Returns what was collected since the last call. */
export function takeExtractorWatch({ moved }: ExtractorWatch): ReadonlyMap<string, RunFigures> {
  const taken = new Map(Array.from(moved, ([id, figures]) => [id, takeRunFigures(figures)]))
  moved.clear()
  return taken
}

/** The figures of two parts of a block. */
export function joinRunFigures(a: RunFigures, b: RunFigures): RunFigures {
  const sum = newRunFigures(b.revision)
  addRunFigures(sum, a)
  addRunFigures(sum, b)
  return sum
}
