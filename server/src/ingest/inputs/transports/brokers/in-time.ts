import type { Clock } from '../../../../platform/clock.ts'

export interface TimeLimit {
  readonly clock: Clock
  readonly limitMs: number
  /** Called when the work takes longer: it throws, or has the work fail. */
  readonly late: () => void
  /** Ends the waiting, with a rejection. */
  readonly signal?: AbortSignal
}

export async function inTime<Result>(
  { clock, limitMs, late, signal }: TimeLimit,
  work: Promise<Result>,
): Promise<Result> {
  const done = new AbortController()
  const ending = signal === undefined ? done.signal : AbortSignal.any([signal, done.signal])
  const exceedLimit = async () => {
    await clock.sleep(limitMs, ending)
    late()
    return work
  }
  try {
    return await Promise.race([work, exceedLimit()])
  } finally {
    done.abort()
  }
}
