import type { EvaluationInput } from '../event-processor.ts'

type Input = Pick<EvaluationInput<unknown>, 'evaluatedToMs' | 'range'>

/**
 * The end of the run before, for a condition that stores it. The schedule knows it better: the stored one is in the
 * future if the clock was ahead. A definition that was disabled has only what is stored.
 */
export function lastEnd({ evaluatedToMs, range }: Input, storedMs: number | undefined): number | undefined {
  if (storedMs === undefined) return undefined
  return evaluatedToMs ?? (storedMs <= range.toMs ? storedMs : range.fromMs - 1)
}
