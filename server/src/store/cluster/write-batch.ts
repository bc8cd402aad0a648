/** Writes a batch to the replicas of its shard. One that misses it is left out before the batch counts as stored. */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import { engineUnavailable } from '../engine/engine-failure.ts'
import type { StoreBatch } from '../engine/message-stores.ts'
import type { Replica } from './replica.ts'

export interface WriteBatchDeps {
  isComplete(replica: Replica): boolean
  /** Leaves out a replica that missed messages that were received from `fromMs` on, and resolves once searches do. */
  leaveOut(replica: Replica, fromMs: number): Promise<void>
  /** Replicas of each shard that must have stored a message. */
  readonly quorum: number
  readonly clock: Clock
  readonly log: Log
}

/** How long a batch waits for a replica after the others have stored it: less for one that does not respond. */
const PATIENCE_MS = { down: 3000, up: 30_000 } as const

interface Written<Result> {
  readonly result: Result
}

export async function writeBatch<Result>(
  deps: WriteBatchDeps,
  batch: StoreBatch<Result>,
  targets: readonly Replica[],
  signal: AbortSignal,
): Promise<Result> {
  const stored = createWakeUp()
  const results: Written<Result>[] = []
  let complete = 0
  const hasQuorum = async () => {
    while (complete < deps.quorum) await stored.next()
  }
  await Promise.all(
    targets.map(async (replica) => {
      const written = await writeTo(deps, replica, batch, { hasQuorum, signal })
      if (written === undefined) return
      results.push(written)
      if (deps.isComplete(replica)) complete += 1
      stored.wake()
    }),
  )
  const [first] = results
  if (first === undefined) throw engineUnavailable()
  return first.result
}

/** `undefined` if the batch goes on without the replica. */
async function writeTo<Result>(
  deps: WriteBatchDeps,
  replica: Replica,
  { receivedMs, write, mayBeStored }: StoreBatch<Result>,
  { hasQuorum, signal }: { readonly hasQuorum: () => Promise<void>; readonly signal: AbortSignal },
): Promise<Written<Result> | undefined> {
  for (let isRepeated = mayBeStored; ; isRepeated = true) {
    using attempt = abortable(signal)
    const writing = write(replica, isRepeated, attempt.signal).then((result) => ({ result }))
    const tooLate = unlessAborted(hasQuorum(), attempt.signal).then(() => patience(deps, replica, attempt.signal))
    tooLate.catch(() => undefined)
    const first = await Promise.race([writing, tooLate])
    if (first !== undefined) return first
    deps.log.warn({ replica: replica.name }, 'a replica missed messages, and is not used until it has them')
    attempt.abort()
    await writing.catch(() => undefined)
    await deps.leaveOut(replica, receivedMs)
    // The last complete one of its shard stays.
    if (!deps.isComplete(replica)) return undefined
  }
}

async function patience({ clock }: WriteBatchDeps, replica: Replica, signal: AbortSignal): Promise<undefined> {
  const startMs = clock.monotonicMs()
  const isOver = () => clock.monotonicMs() - startMs > PATIENCE_MS[replica.state() === 'up' ? 'up' : 'down']
  while (!isOver()) await clock.sleep(100, signal)
  return undefined
}

/** Aborts when it is disposed, too. */
function abortable(signal: AbortSignal) {
  const own = new AbortController()
  const abort = () => own.abort()
  return { signal: AbortSignal.any([signal, own.signal]), abort, [Symbol.dispose]: abort }
}
