import type { Clock } from '../platform/clock.ts'

type Totals = ReadonlyMap<string, number>

const SAMPLE_MS = 60_000
const SAMPLES = 60

/** The growth of totals in the last hour. Totals begin at zero with the process, and are sampled each minute. */
export function createHourTotals({
  clock,
  read,
}: {
  readonly clock: Pick<Clock, 'every'>
  readonly read: () => Totals
}) {
  const samples: Totals[] = []
  const ticker = clock.every(SAMPLE_MS, () => {
    samples.push(read())
    if (samples.length > SAMPLES) samples.shift()
  })
  return {
    lastHour(): Totals {
      const before = samples.length < SAMPLES ? undefined : samples[0]
      return new Map(Array.from(read(), ([name, total]) => [name, growth(before?.get(name) ?? 0, total)]))
    },
    [Symbol.dispose]: () => ticker[Symbol.dispose](),
  }
}

/** A total that shrank began again, such as that of an input that was restarted. */
export const growth = (before: number, now: number): number => (now < before ? now : now - before)
