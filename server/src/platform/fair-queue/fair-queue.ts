/** A bounded queue for a number of places. `shares.ts` says whose turn it is. */
import { LogyardError } from '../errors.ts'
import { createShares, type Part, type ShareLimits, type Shares } from './shares.ts'

export interface FairQueue {
  /**
   * Resolves with the place, which is held until it is disposed of. Rejects with the reason of `signal` if that fires
   * first, and with a `LogyardError` if too many wait.
   */
  acquire(turn: Turn): Promise<Disposable>
}

export interface Turn {
  /** The id of the user, or the name of a part of the server. */
  readonly owner: string
  /** What the work belongs to, such as a search. By default the signal: work with the same signal belongs together. */
  readonly object?: unknown
  readonly signal: AbortSignal
  /** What waits in memory meanwhile, in the unit of `waitingSizeOfOwner`. */
  readonly size?: number
}

export interface QueueLimits extends ShareLimits {
  /** Maximum queue length of all owners. */
  readonly waiting: number
  /** Maximum queue length of one owner. */
  readonly waitingOfOwner?: number
  /** Maximum size of all that waits of one owner. A single item may exceed it. */
  readonly waitingSizeOfOwner?: number
  /** The failure when too many wait. */
  readonly refuse?: () => LogyardError
  /** Refuses an owner that holds all of its places already; by default the owner waits. */
  readonly refuseFullOwner?: () => LogyardError
  /** Resolves when the place of a cancelled holder is free again; by default it is free at once. */
  readonly afterCancel?: () => Promise<void>
}

const tooManyWaiting = () =>
  new LogyardError('overloaded', 'searches-waiting', 'Too many searches or tests are waiting already. Try again later.')

interface Waiting extends Part {
  readonly size: number
  readonly enter: (place: Disposable) => void
}

interface OwnQueue {
  count: number
  size: number
  readonly objects: Map<unknown, Set<Waiting>>
}

interface State {
  readonly limits: QueueLimits
  readonly shares: Shares
  waiting: number
  /** Only of owners that wait. */
  readonly queues: Map<string, OwnQueue>
  /** The places of cancelled holders that are not free yet, by owner. */
  readonly closing: Map<string, number>
}

export function createFairQueue(limits: QueueLimits): FairQueue {
  const state: State = { limits, shares: createShares(limits), waiting: 0, queues: new Map(), closing: new Map() }
  const { refuse = tooManyWaiting } = limits
  return {
    async acquire({ owner, signal, object = signal, size = 0 }) {
      signal.throwIfAborted()
      refuseFull(state, owner)
      const { promise, resolve } = Promise.withResolvers<Disposable>()
      let place: Disposable | undefined
      const enter = (part: Disposable) => {
        const held = new DisposableStack()
        held.defer(() => void release(state, { owner, part, signal }))
        place = held
        resolve(held)
      }
      const waiting: Waiting = { owner, object, size, enter }
      enqueue(state, waiting)
      admitWaiting(state)
      if (place !== undefined) return place
      if (isTooMuch(state, waiting)) {
        dequeue(state, waiting)
        throw refuse()
      }
      return await untilCancelled(promise, signal, () => dequeue(state, waiting))
    },
  }
}

function refuseFull({ limits, shares, queues, closing }: State, owner: string): void {
  const { placesOfOwner = limits.places, refuseFullOwner } = limits
  if (refuseFullOwner === undefined) return
  const held = shares.held(owner) - (closing.get(owner) ?? 0)
  if (held + (queues.get(owner)?.count ?? 0) >= placesOfOwner) throw refuseFullOwner()
}

function isTooMuch({ limits, waiting, queues }: State, { owner, size }: Waiting): boolean {
  const own = queues.get(owner) ?? { count: 0, size: 0 }
  const isTooLarge = own.size > size && own.size > (limits.waitingSizeOfOwner ?? Number.POSITIVE_INFINITY)
  return waiting > limits.waiting || own.count > (limits.waitingOfOwner ?? limits.waiting) || isTooLarge
}

function enqueue(state: State, waiting: Waiting): void {
  const queue = state.queues.getOrInsertComputed(waiting.owner, () => ({ count: 0, size: 0, objects: new Map() }))
  queue.objects.getOrInsertComputed(waiting.object, () => new Set()).add(waiting)
  queue.count += 1
  queue.size += waiting.size
  state.waiting += 1
}

function dequeue(state: State, waiting: Waiting): void {
  const queue = state.queues.get(waiting.owner)
  const ofObject = queue?.objects.get(waiting.object)
  if (queue === undefined || ofObject?.delete(waiting) !== true) return
  if (ofObject.size === 0) queue.objects.delete(waiting.object)
  queue.count -= 1
  queue.size -= waiting.size
  state.waiting -= 1
  if (queue.count === 0) state.queues.delete(waiting.owner)
}

/** Gives free places to those that wait, in turns. */
function admitWaiting(state: State): void {
  for (;;) {
    const next = state.shares.next(firstOfEach(state))
    if (next === undefined) return
    dequeue(state, next)
    next.enter(state.shares.start(next))
  }
}

function* firstOfEach({ queues }: State): Iterable<Waiting> {
  for (const { objects } of queues.values())
    for (const [first] of objects.values()) if (first !== undefined) yield first
}

async function release(
  state: State,
  { owner, part, signal }: { readonly owner: string; readonly part: Disposable; readonly signal: AbortSignal },
): Promise<void> {
  const { afterCancel } = state.limits
  if (signal.aborted && afterCancel !== undefined) {
    const { closing } = state
    closing.set(owner, (closing.get(owner) ?? 0) + 1)
    await afterCancel()
    const left = (closing.get(owner) ?? 0) - 1
    if (left === 0) closing.delete(owner)
    else closing.set(owner, left)
  }
  part[Symbol.dispose]()
  admitWaiting(state)
}

async function untilCancelled<T>(promise: Promise<T>, signal: AbortSignal, cancel: () => void): Promise<T> {
  const cancelled = Promise.withResolvers<never>()
  const onAbort = () => {
    cancel()
    cancelled.reject(signal.reason)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, cancelled.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
