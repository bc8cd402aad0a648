/**
 * Runs one input on this node: starts and stops its transport, one request at a time and in order, and reports its
 * state. input-runners.ts decides whether it runs.
 */
import type { InputConfiguration, InputState } from '@logyard/contract/ingest/inputs'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { InputFailure, type Transport } from './transports/transport.ts'

export interface InputRun {
  readonly state: InputState
  readonly startedAt: Date
  /** Why it failed. */
  readonly detail: string | undefined
  /** The port while it is running, if it listens. */
  readonly port: number | undefined
}

export interface InputRunner {
  /** Undefined if it is not running. */
  run(): InputRun | undefined
  /** Starts, after stopping a running transport. */
  launch(configuration: InputConfiguration): void
  /** Restarts if it is running, otherwise stops. */
  relaunch(configuration: InputConfiguration): void
  stop(): void
  /** Resolves when all requests so far are done. */
  settled(): Promise<void>
}

export type StartRun = (configuration: InputConfiguration, onFailure: (error: Error) => void) => Promise<Transport>

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
  let queue: Promise<void> = Promise.resolve()

  const enqueue = (task: () => Promise<void>) => {
    queue = queue.then(task).catch((error: unknown) => log.error({ err: error }, 'input left in an unknown state'))
  }

  function enter(state: InputState, detail?: string): void {
    run = { state, startedAt: run?.startedAt ?? clock.now(), detail, port: transport?.port }
    deps.onState(run)
  }

  async function bringDown(): Promise<void> {
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
    try {
      await open?.[Symbol.asyncDispose]()
    } catch (error) {
      log.error({ err: error }, 'input did not stop in good order')
    }
  }

  async function bringUp(configuration: InputConfiguration): Promise<void> {
    await bringDown()
    enter('CREATED')
    enter('STARTING')
    try {
      const started = await deps.start(configuration, (error) => {
        enqueue(async () => {
          if (transport === started) await fail(error)
        })
      })
      transport = started
    } catch (error) {
      await fail(error)
      return
    }
    enter('RUNNING')
  }

  async function fail(error: unknown): Promise<void> {
    if (!(error instanceof InputFailure)) log.error({ err: error }, 'input failed for an unforeseen reason')
    await closeTransport()
    enter('FAILED', error instanceof Error ? error.message : String(error))
  }

  return {
    run: () => run,
    launch: (configuration) => enqueue(() => bringUp(configuration)),
    relaunch: (configuration) => enqueue(() => (run?.state === 'RUNNING' ? bringUp(configuration) : bringDown())),
    stop: () => enqueue(bringDown),
    async settled() {
      let seen: Promise<void> | undefined
      while (seen !== queue) {
        seen = queue
        await seen
      }
    },
  }
}
