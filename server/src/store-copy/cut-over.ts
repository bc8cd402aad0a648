/**
 * Copies what is left while the server stores nothing. The server pauses processing for a limited time, which is renewed as
 * long as this command runs; only when everything was copied and compared it is paused until the restart.
 */
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { notQuiet, pauseLost, serverRefused } from './copy-errors.ts'
import { type Copying, copyPass, isCopied, type PassResult, sourceDays, targetRows } from './copy-messages.ts'
import type { ServerApi } from './server-api.ts'

/** Passes before the pause, so that the pause is short. */
const MAX_PASSES = 5
/** Takes seconds. */
const FEW_ROWS = 200_000
const HOLD_SECONDS = 120
const RENEW_MS = 20_000
const QUIET_EVERY_MS = 100
const QUIET_WITHIN_MS = 120_000
const ATTEMPTS = 3

interface CutOver {
  /** Undefined if no server runs. */
  readonly server: ServerApi | undefined
  readonly signal: AbortSignal
  readonly print: (line: string) => void
}

/**
 * Everything is in the target, and the server does not process until it is restarted, unless there are differences or rows
 * are left.
 */
export async function cutOver(copying: Copying, { server, signal, print }: CutOver): Promise<PassResult> {
  if (server === undefined) {
    const result = await lastPass(copying, signal)
    if (result.differences.length === 0 && result.left === 0) await complete(copying, signal)
    return result
  }
  // Before the copy, which may take long.
  if ((await server.state()).is_paused) print('Processing of the server is paused already.')
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const result = await copyPass(copying, { isLive: true, signal })
    if (result.differences.length > 0) return result
    if (result.copied < FEW_ROWS) break
  }
  await using hold = createHold(server, copying.clock)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await hold.begin()
    print('Processing is paused. What the server receives now waits in its journal.')
    await hold.untilQuiet(signal)
    const result = await lastPass(copying, signal)
    if (result.differences.length > 0) return result
    if (result.left === 0 && (await hold.keep())) {
      await complete(copying, signal)
      hold.done()
      return result
    }
    print('Processing was resumed meanwhile, for example because the server was restarted: the rest is copied again.')
  }
  throw pauseLost()
}

async function complete({ targets }: Copying, signal: AbortSignal): Promise<void> {
  for (const { record } of targets) await record.complete(signal)
}

async function lastPass(copying: Copying, signal: AbortSignal): Promise<PassResult> {
  const result = await copyPass(copying, { isLive: false, signal })
  if (result.differences.length > 0 || result.left > 0) return result
  return { ...result, left: await unlikeRows(copying, signal) }
}

/** Rows of days that the target does not have as they were compared. */
async function unlikeRows(copying: Copying, signal: AbortSignal): Promise<number> {
  const days = await sourceDays(copying, signal)
  const rows = await targetRows(copying, signal)
  return days.filter(({ day }) => !isCopied(day, copying, rows)).reduce((sum, { day }) => sum + day.rows, 0)
}

/** The pause of a server, which is renewed until it is kept or this is disposed. */
function createHold(server: ServerApi, clock: Clock) {
  let isBroken = false
  let isBegun = false
  let isKept = false
  async function renew(limitSeconds: number | null): Promise<void> {
    const { was_paused } = await server.hold(limitSeconds)
    if (!was_paused) isBroken = true
  }
  const renewing = clock.every(RENEW_MS, () => {
    // The next one tells whether it went on.
    if (isBegun && !isKept) void renew(HOLD_SECONDS).catch(() => undefined)
  })
  return {
    async begin() {
      isBegun = true
      await server.hold(HOLD_SECONDS)
      isBroken = false
    },
    async untilQuiet(signal: AbortSignal) {
      const startedAtMs = clock.monotonicMs()
      while (!(await server.state()).is_quiet) {
        if (clock.monotonicMs() - startedAtMs > QUIET_WITHIN_MS) throw notQuiet()
        await clock.sleep(QUIET_EVERY_MS, signal)
      }
    },
    /** Whether processing was paused all the time. Then it stays so without a limit. */
    async keep(): Promise<boolean> {
      await renew(HOLD_SECONDS)
      if (isBroken) return false
      isKept = true
      await renew(null)
      return !isBroken
    },
    done() {
      isBegun = false
    },
    async [Symbol.asyncDispose]() {
      renewing[Symbol.dispose]()
      if (!isBegun) return
      try {
        await server.resume()
      } catch (error) {
        if (!(error instanceof LogyardError) || error.code !== serverRefused('', '').code) throw error
        // It is away, or it resumes by itself.
      }
    },
  }
}
