/**
 * Runs one input on this node: starts and stops its transport, one request at a time and in order, and reports its
 * state. input-runners.ts decides whether it runs.
 */
import type { InputConfiguration, InputState } from '@logyard/contract/ingest/inputs'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { TransportEvents } from './input-starter.ts'
import { InputFailure, type Transport } from './transports/transport.ts'

export interface InputRun {
  readonly state: InputState
  readonly startedAt: Date
  /** Why it failed, or what keeps it from receiving while it runs. */
  readonly detail: string | undefined
  /** The port while it is running, if it listens. */
  readonly port: number | undefined
}

export type InputRunner = ReturnType<typeof createInputRunner>

export type StartRun = (configuration: InputConfiguration, events: TransportEvents) => Promise<Transport>

/** Before an input that failed for a temporary reason starts again. Doubles with each failure. */
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 300_000
/** After an input ran for so long, the pauses begin with the first one again. */
const STEADY_MS = 60_000

export function createInputRunner(deps: {
  readonly start: StartRun
  readonly clock: Clock
  readonly log: Log
  /** Called after each change. `TERMINATED` ends the run. */
  readonly onState: (run: InputRun) => void
}) {
  const { clock, log } = deps
  let run: InputRun | undefined
  let transport: Transport | undefined
  const retry = createRetry(clock)
  /** Why it failed last. */
  let failure: string | undefined
  let queue: Promise<void> = Promise.resolve()

  const enqueue = (task: () => Promise<void>) => {
    queue = queue.then(task).catch((error: unknown) => log.error({ err: error }, 'input left in an unknown state'))
  }

  function enter(state: InputState, detail?: string): void {
    run = { state, startedAt: run?.startedAt ?? clock.now(), detail, port: transport?.port }
    deps.onState(run)
  }

  async function bringDown(): Promise<void> {
    retry.reset()
    if (run === undefined) return
    enter('STOPPING')
    await closeTransport()
    enter('STOPPED')
    enter('TERMINATED')
    run = undefined
  }

  async function closeTransport(): Promise<void> {
    const open = transport
    transport = undefined
    await dispose(open, log)
  }

  async function bringUp(configuration: InputConfiguration): Promise<void> {
    await bringDown()
    enter('CREATED')
    enter('STARTING')
    await start(configuration)
  }

  async function start(configuration: InputConfiguration): Promise<void> {
    let started: Transport | undefined
    let trouble: string | undefined
    const isCurrent = () => started !== undefined && transport === started
    try {
      started = await deps.start(configuration, {
        onFailure(error) {
          enqueue(async () => {
            if (isCurrent()) await fail(error, configuration)
          })
        },
        onTrouble(text) {
          trouble = text
          if (isCurrent() && run !== undefined) run = { ...run, detail: text }
        },
      })
      transport = started
    } catch (error) {
      await fail(error, configuration)
      return
    }
    retry.noteRunning()
    enter('RUNNING', trouble)
  }

  async function fail(error: unknown, configuration: InputConfiguration): Promise<void> {
    const isForeseen = error instanceof InputFailure
    if (!isForeseen) log.error({ err: error }, 'input failed for an unforeseen reason')
    await closeTransport()
    const reason = error instanceof Error ? error.message : String(error)
    // A repeated attempt that fails for the same reason is no news.
    if (run?.state !== 'FAILED' || failure !== reason) enter('FAILED', reason)
    failure = reason
    if (!isForeseen || !error.isTemporary) return
    const pauseMs = retry.takePause()
    const failedRun = run && pausing(run, reason, pauseMs)
    run = failedRun
    retry.schedule(pauseMs, () => enqueue(async () => (run === failedRun ? start(configuration) : undefined)))
  }

  return {
    /** Undefined if it is not running. */
    run: () => run,
    /** Starts, after stopping a running transport. */
    launch: (configuration: InputConfiguration) => enqueue(() => bringUp(configuration)),
    /** Restarts if it is running or its start is being repeated, otherwise stops. */
    relaunch: (configuration: InputConfiguration) =>
      enqueue(() => (run?.state === 'RUNNING' || retry.isScheduled() ? bringUp(configuration) : bringDown())),
    stop: () => enqueue(bringDown),
    /** Resolves when all requests so far are done. */
    settled: () => untilStill(() => queue),
  }
}

async function untilStill(queue: () => Promise<void>): Promise<void> {
  let seen: Promise<void> | undefined
  while (seen !== queue()) {
    seen = queue()
    await seen
  }
}

async function dispose(transport: Transport | undefined, log: Log): Promise<void> {
  try {
    await transport?.[Symbol.asyncDispose]()
  } catch (error) {
    log.error({ err: error }, 'input did not stop in good order')
  }
}

const pausing = (run: InputRun, reason: string, pauseMs: number): InputRun => ({
  ...run,
  detail: `${reason} It starts again after a pause of ${inWords(pauseMs)}.`,
})

const inWords = (ms: number) => (ms < 120_000 ? `${ms / 1000} s` : `${Math.round(ms / 60_000)} min`)

function createRetry(clock: Clock) {
  let waiting: AbortController | undefined
  let nextPauseMs = FIRST_PAUSE_MS
  let runningSinceMs: number | undefined
  const cancel = () => {
    waiting?.abort()
    waiting = undefined
  }
  return {
    isScheduled: () => waiting !== undefined,
    /** Cancels, and forgets earlier failures. */
    reset() {
      cancel()
      nextPauseMs = FIRST_PAUSE_MS
      runningSinceMs = undefined
    },
    noteRunning() {
      runningSinceMs = clock.monotonicMs()
    },
    takePause(): number {
      const ranMs = runningSinceMs === undefined ? 0 : clock.monotonicMs() - runningSinceMs
      runningSinceMs = undefined
      const pauseMs = ranMs < STEADY_MS ? nextPauseMs : FIRST_PAUSE_MS
      nextPauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      return pauseMs
    },
    schedule(pauseMs: number, task: () => void) {
      cancel()
      waiting = new AbortController()
      clock.sleep(pauseMs, waiting.signal).then(
        () => {
          waiting = undefined
          task()
        },
        () => undefined,
      )
    },
  }
}
