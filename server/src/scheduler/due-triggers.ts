/**
 * Which triggers are due, in memory: those that wait for their time, and those whose lock may expire. A change of the
 * store updates it; the whole list is read again only from time to time, in case a change was missed.
 */
import type { Clock } from '../platform/clock.ts'
import { createReplica, type Replica } from '../platform/settings/replica.ts'
import type { Collection, SettingsStore } from '../platform/settings/settings-store.ts'
import { createDueHeap, type DueHeap } from './due-heap.ts'
import { type DueFacts, dueByTime, dueFactsOf, JUMP_MS } from './due-times.ts'
import { type JobTrigger, jobCollection, type StoredJob, type TriggerStore, triggerCollection } from './job-store.ts'

export interface DueTrigger extends DueFacts {
  readonly id: string
  /** The state that was seen: a claim of another state is a mistake. */
  readonly seen: string
  /** The type of its job; empty if the job is missing. */
  readonly type: string
  readonly jobId: string
  readonly isRunnable: boolean
  /** By the monotonic clock. */
  readonly dueMs: number
}

/** Triggers that wait for the same slots: those of a type, or of one job of it. */
export interface Lane {
  readonly type: string
  readonly jobId: string
}

export interface DueTriggers extends Disposable {
  /** Catches up with the store and with jumps of the wall clock. */
  fresh(): Promise<void>
  /** The first due trigger of an accepted lane. It is left out until the store changes it, or `reconsider` names it. */
  take(accepts: (lane: Lane) => boolean): DueTrigger | undefined
  /** Until the first trigger of an accepted lane is due; `Infinity` if there is none. */
  waitMs(accepts: (lane: Lane) => boolean): number
  reconsider(id: string): void
  job(id: string): StoredJob | undefined
  /** How many wait, and by how much the one that is longest due is late. */
  facts(): { readonly waiting: number; readonly lateMs: number }
}

export interface DueTriggersDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly leaseMs: number
  readonly jobs: Collection<StoredJob, 'type' | 'entity'>
  readonly triggers: TriggerStore
  /** Whether each job of the type has slots of its own. */
  readonly hasLanes: (type: string) => boolean
  /** Called with each trigger that was read, and with `undefined` for one that is deleted. */
  onRead(id: string, trigger: JobTrigger | undefined): void
  /** Called when the store announces a change. */
  onChange(): void
}

/** What tells one state of a trigger from another. */
export const seenOf = ({ status, next_time, lock }: JobTrigger): string =>
  [status, next_time, lock.owner, lock.clock, lock.last_lock_time].join(' ')

interface LaneHeap {
  readonly lane: Lane
  readonly heap: DueHeap<DueTrigger>
}

interface State extends DueTriggersDeps {
  readonly replica: Replica<StoredJob>
  readonly known: Map<string, DueTrigger>
  /** By type, and by job where each job has a lane. */
  readonly heaps: Map<string, LaneHeap>
  readonly changed: Set<string>
  readAllAtMs: number
  /** The wall clock minus the monotonic clock. */
  offsetMs: number
}

export function createDueTriggers(deps: DueTriggersDeps): DueTriggers {
  const { settings, clock, jobs } = deps
  const state: State = {
    ...deps,
    replica: createReplica({ settings, collection: jobs, name: jobCollection.name, indexes: {} }),
    known: new Map(),
    heaps: new Map(),
    changed: new Set(),
    readAllAtMs: Number.NEGATIVE_INFINITY,
    offsetMs: offsetOf(clock),
  }
  const subscription = settings.onChange(triggerCollection.name, ({ ids }) => {
    for (const id of ids) state.changed.add(id)
    deps.onChange()
  })
  return {
    async fresh() {
      await state.replica.fresh()
      await (clock.monotonicMs() - state.readAllAtMs >= deps.leaseMs ? readAll(state) : readChanged(state))
      followClock(state)
    },
    take(accepts) {
      const first = firstOf(state, accepts)
      if (first === undefined || first.dueMs > clock.monotonicMs()) return undefined
      state.heaps.get(laneName(state, first))?.heap.pop()
      state.known.delete(first.id)
      return first
    },
    waitMs(accepts) {
      const first = firstOf(state, accepts)
      return first === undefined ? Number.POSITIVE_INFINITY : first.dueMs - clock.monotonicMs()
    },
    reconsider: (id) => void state.changed.add(id),
    job: state.replica.find,
    facts() {
      const first = firstOf(state, () => true)
      const lateMs = first === undefined ? 0 : Math.max(0, clock.monotonicMs() - first.dueMs)
      return { waiting: state.known.size, lateMs }
    },
    [Symbol.dispose]() {
      subscription[Symbol.dispose]()
      state.replica[Symbol.dispose]()
    },
  }
}

const offsetOf = (clock: Clock) => clock.now().getTime() - clock.monotonicMs()

async function readAll(state: State): Promise<void> {
  state.changed.clear()
  const found = [
    ...(await state.triggers.listBy('status', 'runnable')),
    ...(await state.triggers.listBy('status', 'running')),
  ]
  await state.replica.fresh()
  const ids = new Set(found.map(({ id }) => id))
  for (const id of state.known.keys()) if (!ids.has(id)) state.known.delete(id)
  state.heaps.clear()
  const before = new Map(state.known)
  for (const trigger of found) observe(state, trigger, before.get(trigger.id))
  state.readAllAtMs = state.clock.monotonicMs()
}

async function readChanged(state: State): Promise<void> {
  if (state.changed.size === 0) return
  const ids = [...state.changed]
  const found = await state.triggers.findMany(ids)
  // After the triggers: a job is never newer than its first trigger.
  await state.replica.fresh()
  for (const id of ids) state.changed.delete(id)
  const rest = new Set(ids)
  for (const trigger of found) {
    rest.delete(trigger.id)
    observe(state, trigger, state.known.get(trigger.id))
  }
  for (const id of rest) {
    state.known.delete(id)
    state.onRead(id, undefined)
  }
}

function observe(state: State, trigger: JobTrigger, before: DueTrigger | undefined): void {
  state.onRead(trigger.id, trigger)
  state.known.delete(trigger.id)
  const { status } = trigger
  if (status !== 'runnable' && status !== 'running') return
  const seen = seenOf(trigger)
  const facts = dueFactsOf(trigger)
  const instants = instantsOf(state.clock)
  // A lock expires when nothing was seen of its owner for the time of a lease. No clock of another node matters.
  const dueMs = status === 'runnable' ? dueByTime(facts, instants) : instants.monotonicMs + state.leaseMs
  add(state, {
    ...facts,
    id: trigger.id,
    seen,
    type: state.replica.find(trigger.job_definition_id)?.config.type ?? '',
    jobId: trigger.job_definition_id,
    isRunnable: status === 'runnable',
    dueMs: before?.seen === seen ? before.dueMs : dueMs,
  })
}

const instantsOf = (clock: Clock) => ({ wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() })

function add(state: State, due: DueTrigger): void {
  state.known.set(due.id, due)
  const name = laneName(state, due)
  const { type, jobId } = due
  const found = state.heaps.get(name) ?? { lane: { type, jobId }, heap: createDueHeap<DueTrigger>() }
  state.heaps.set(name, found)
  found.heap.push(due)
}

const laneName = ({ hasLanes }: State, { type, jobId }: DueTrigger): string =>
  hasLanes(type) ? `${type} ${jobId}` : type

/** After a jump forward more is due; after a jump back only cron expressions wait for longer. */
function followClock(state: State): void {
  const offsetMs = offsetOf(state.clock)
  const jumpMs = offsetMs - state.offsetMs
  if (Math.abs(jumpMs) <= JUMP_MS) return
  state.offsetMs = offsetMs
  const instants = instantsOf(state.clock)
  const all = [...state.known.values()]
  state.heaps.clear()
  for (const due of all) {
    const dueMs = due.isRunnable ? dueByTime(due, instants) : due.dueMs
    add(state, { ...due, dueMs: due.isCron && due.isRunnable ? dueMs : Math.min(due.dueMs, dueMs) })
  }
}

function firstOf(state: State, accepts: (lane: Lane) => boolean): DueTrigger | undefined {
  let first: DueTrigger | undefined
  for (const [name, { lane, heap }] of state.heaps) {
    if (!accepts(lane)) continue
    const top = currentTop(state, heap)
    if (top === undefined) state.heaps.delete(name)
    if (top !== undefined && (first === undefined || top.dueMs < first.dueMs)) first = top
  }
  return first
}

/** Elements of a heap stay in it when their trigger changes; they are dropped when they reach the top. */
function currentTop(state: State, heap: DueHeap<DueTrigger>): DueTrigger | undefined {
  for (;;) {
    const top = heap.peek()
    if (top === undefined || state.known.get(top.id) === top) return top
    heap.pop()
  }
}
