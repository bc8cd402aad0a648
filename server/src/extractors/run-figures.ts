/** What one extractor did in a block of messages: collected in the worker, added to its metrics later. */
import { createExtractorFigures, type ExtractorFigures } from './extraction/extractor-figures.ts'

export interface RunFigures {
  /** Revision of the definition that ran. */
  readonly revision: string
  /** Messages that it ran on. */
  runs: number
  /** Times are those of a sample of the runs, which always has the first one. */
  readonly figures: ExtractorFigures
}

export const newRunFigures = (revision: string): RunFigures => ({
  revision,
  runs: 0,
  figures: createExtractorFigures(),
})

/** Adds to `sum`. Figures of another revision are ignored. */
export function addRunFigures(sum: RunFigures, { revision, runs, figures }: RunFigures): void {
  if (sum.revision !== revision) return
  sum.runs += runs
  for (const name of COUNTS) sum.figures[name] += figures[name]
  for (const name of PHASES) {
    sum.figures[name].timings += figures[name].timings
    sum.figures[name].ms += figures[name].ms
  }
}

/** Returns a copy, and sets the figures to zero in place: a compiled extractor goes on with the same object. */
export function takeRunFigures(running: RunFigures): RunFigures {
  const taken = newRunFigures(running.revision)
  addRunFigures(taken, running)
  running.runs = 0
  for (const name of COUNTS) running.figures[name] = 0
  for (const name of PHASES) Object.assign(running.figures[name], { timings: 0, ms: 0 })
  return taken
}

const COUNTS = [
  'conditionHits',
  'conditionMisses',
  'extractions',
  'exceptions',
  'converterExceptions',
  'invalidTimestamps',
] as const
const PHASES = ['total', 'condition', 'execution', 'converters'] as const
