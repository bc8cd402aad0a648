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

export interface InputRunner {
  /** Undefined if it is not running. */
  run(): InputRun | undefined
  /** Starts, after stopping a running transport. */
  launch(configuration: InputConfiguration): void
  /** Restarts if it is running or its start is being repeated, otherwise stops. */
  relaunch(configuration: InputConfiguration): void
  stop(): void
  /** Resolves when all requests so far are done. */
  settled(): Promise<void>
}

export type StartRun = (configuration: InputConfiguration, events: TransportEvents) => Promise<Transport>

/** Between two attempts to start an input that failed for a temporary reason. */
const RETRY_MS = 10_000

export function createInputRunner(deps: {
  readonly start: StartRun
  readonly clock: Clock
  readonly log: Log
  /** Called after each change. `TERMINATED` ends the run. */
  readonly onState: (run: InputRun) => void
}): InputRunner {
  const { clock, log } = deps
  let run: InputRun | undefined
  let transport: Transport | undefined
  const retry = createRetry(clock)
  let queue: Promise<void> = Promise.resolve()

  const enqueue = (task: () => Promise<void>) => {
    queue = queue.then(task).catch((error: unknown) => log.error({ err: error }, 'input left in an unknown state'))
  }

  function enter(state: InputState, detail?: string): void {
    run = { state, startedAt: run?.startedAt ?? clock.now(), detail, port: transport?.port }
    deps.onState(run)
  }

  async function bringDown(): Promise<void> {
    retry.cancel()
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
    enter('RUNNING', trouble)
  }

  async function fail(error: unknown, configuration: InputConfiguration): Promise<void> {
    const isForeseen = error instanceof InputFailure
    if (!isForeseen) log.error({ err: error }, 'input failed for an unforeseen reason')
    await closeTransport()
    const reason = error instanceof Error ? error.message : String(error)
    // A repeated attempt that fails for the same reason is no news.
    if (run?.state !== 'FAILED' || run.detail !== reason) enter('FAILED', reason)
    if (!isForeseen || !error.isTemporary) return
    const failedRun = run
    retry.schedule(() =>
      enqueue(async () => {
        if (run === failedRun) await start(configuration)
      }),
    )
  }

  return {
    run: () => run,
    launch: (configuration) => enqueue(() => bringUp(configuration)),
    relaunch: (configuration) =>
      enqueue(() => {
        const isWanted = run?.state === 'RUNNING' || retry.isScheduled()
        return isWanted ? bringUp(configuration) : bringDown()
      }),
    stop: () => enqueue(bringDown),
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

function createRetry(clock: Clock) {
  let waiting: AbortController | undefined
  const cancel = () => {
    waiting?.abort()
    waiting = undefined
  }
  return {
    isScheduled: () => waiting !== undefined,
    cancel,
    schedule(task: () => void) {
      cancel()
      waiting = new AbortController()
      clock.sleep(RETRY_MS, waiting.signal).then(
        () => {
          waiting = undefined
          task()
        },
        () => undefined,
      )
    },
  }
}
