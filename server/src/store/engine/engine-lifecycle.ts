import type { Clock } from '../../platform/clock.ts'
import { createListeners } from '../../platform/listeners.ts'
import type { Log } from '../../platform/log.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { checkCluster } from './engine-health.ts'
import type { EngineClient } from './sql-client.ts'

export type EngineState = 'starting' | 'up' | 'down'

/** The state of the engine: it is up once it listens and has its schema. */
export interface EngineLifecycle {
  state(): EngineState
  /** Calls the listener at each change until disposed. */
  onState(listener: (state: EngineState) => void): Disposable
  /** Resolves once the engine is up. */
  ready(signal?: AbortSignal): Promise<void>
  starting(): void
  listening(): void
  down(): void
}

const MIGRATION_RETRY_MS = 1000
const CLUSTER_CHECK_MS = 2000

export function createEngineLifecycle(deps: {
  /** What must be done once before it is up, such as the migrations of the schema; tried again until it succeeds. */
  readonly prepare: (signal: AbortSignal) => Promise<void>
  readonly clock: Clock
  readonly log: Log
  readonly stopping: AbortSignal
}): EngineLifecycle {
  const { prepare, clock, log, stopping } = deps
  const listeners = createListeners<[EngineState]>()
  let state: EngineState = 'starting'
  let isPrepared = false
  /** Aborted when the engine goes down. */
  let life = new AbortController()

  function become(next: EngineState) {
    if (state === next) return
    state = next
    log.info({ state }, 'engine state changed')
    listeners.notify(next)
  }

  async function prepareAndBecomeUp() {
    life = new AbortController()
    const signal = AbortSignal.any([life.signal, stopping])
    while (!isPrepared && !signal.aborted) {
      try {
        await prepare(signal)
        isPrepared = true
      } catch (error) {
        if (signal.aborted) return
        log.error({ err: error }, 'engine could not be prepared')
        await clock.sleep(MIGRATION_RETRY_MS, signal).catch(() => undefined)
      }
    }
    if (!signal.aborted) become('up')
  }

  return {
    state: () => state,
    onState: listeners.add,
    async ready(signal) {
      if (state === 'up') return
      signal?.throwIfAborted()
      const up = Promise.withResolvers<void>()
      using _subscription = listeners.add((next) => {
        if (next === 'up') up.resolve()
      })
      await (signal === undefined ? up.promise : unlessAborted(up.promise, signal))
    },
    starting: () => become('starting'),
    listening: () => void prepareAndBecomeUp(),
    down() {
      life.abort()
      // The next server at this address may be another one, or have an empty folder.
      isPrepared = false
      become('down')
    },
  }
}

/** Asks a ClickHouse cluster again and again whether it executes statements, until `stopping` fires. */
export async function watchCluster(deps: {
  readonly client: EngineClient
  readonly lifecycle: Pick<EngineLifecycle, 'state' | 'listening' | 'down'>
  readonly clock: Clock
  readonly log: Log
  readonly stopping: AbortSignal
  /** Rejects if another server is in the place of the one that was up. */
  readonly checkIdentity?: () => Promise<void>
}): Promise<void> {
  const { client, lifecycle, clock, log, stopping, checkIdentity } = deps
  let isAnswering = false
  const check = async () => {
    await checkCluster(client)
    if (lifecycle.state() === 'up') await checkIdentity?.()
  }
  while (!stopping.aborted) {
    const failure = await check().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (stopping.aborted) return
    if (failure === undefined && !isAnswering) lifecycle.listening()
    if (failure !== undefined && lifecycle.state() !== 'down') {
      log.warn({ err: failure.error }, 'ClickHouse does not answer')
      lifecycle.down()
    }
    isAnswering = failure === undefined
    await clock.sleep(CLUSTER_CHECK_MS, stopping).catch(() => undefined)
  }
}
