/**
 * Which triggers are due, in memory: those that wait for their time, and those whose lock may expire. A change of the
 * store updates it; the whole list is read again only from time to time, in case a change was missed.
 */
import type { Clock } from '../platform/clock.ts'
import { createReplica, type Replica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { type DueFacts, dueByTime, dueFactsOf, JUMP_MS } from './due-times.ts'
import { type JobTrigger, jobCollection, type StoredJob, type TriggerStore, triggerCollection } from './job-store.ts'
import { createLanes, type Lanes, type LaneTrigger, type TurnRules } from './lanes.ts'

export interface DueTrigger extends DueFacts, LaneTrigger {
  /** The state that was seen: a claim of another state is a mistake. */
  readonly seen: string
  /** Empty if the job is missing. */
  readonly type: string
  readonly isRunnable: boolean
}

export type DueTriggers = ReturnType<typeof createDueTriggers>

export interface DueTriggersDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly leaseMs: number
  readonly triggers: TriggerStore
  /** User in whose name a trigger runs. */
  readonly ownerOf: (job: StoredJob | undefined, trigger: JobTrigger) => Promise<string>
  /** Called with each trigger that was read, and with `undefined` for one that is deleted. */
  onRead(id: string, trigger: JobTrigger | undefined): void
  /** Called when the store announces a change. */
  onChange(): void
}

/** What tells one state of a trigger from another. */
export const seenOf = ({ status, next_time, lock }: JobTrigger): string =>
  [status, next_time, lock.owner, lock.clock, lock.last_lock_time].join(' ')

interface State extends DueTriggersDeps {
  readonly replica: Replica<StoredJob>
  readonly known: Map<string, DueTrigger>
  readonly lanes: Lanes<DueTrigger>
  readonly changed: Set<string>
  /** Triggers that are due as soon as they wait. */
  readonly hastened: Set<string>
  readAllAtMs: number
  /** The wall clock minus the monotonic clock. */
  offsetMs: number
}

export function createDueTriggers(deps: DueTriggersDeps) {
  const { settings, clock } = deps
  const known = new Map<string, DueTrigger>()
  const state: State = {
    ...deps,
    replica: createReplica(settings, jobCollection),
    known,
    lanes: createLanes((due) => known.get(due.id) === due),
    changed: new Set(),
    hastened: new Set(),
    readAllAtMs: Number.NEGATIVE_INFINITY,
    offsetMs: offsetOf(clock),
  }
  const subscription = settings.onChange(triggerCollection.name, ({ ids }) => {
    for (const id of ids) state.changed.add(id)
    deps.onChange()
  })
  return {
    /** Catches up with the store and with jumps of the wall clock. */
    async fresh() {
      await state.replica.fresh()
      await (clock.monotonicMs() - state.readAllAtMs >= deps.leaseMs ? readAll(state) : readChanged(state))
      followClock(state)
    },
    /** The due trigger whose turn it is. It is left out until the store changes it, or `reconsider` names it. */
    take(rules: TurnRules) {
      const next = state.lanes.take(clock.monotonicMs(), rules)
      if (next !== undefined) {
        known.delete(next.id)
        state.hastened.delete(next.id)
      }
      return next
    },
    /** A run of what `take` returned has ended. */
    ended: state.lanes.ended,
    /** Until the next trigger is due; `Infinity` if there is none. */
    waitMs: () => state.lanes.waitMs(clock.monotonicMs()),
    /** Makes the trigger due, now or when its run ends. */
    hasten(id: string) {
      state.hastened.add(id)
      const due = known.get(id)
      if (due?.isRunnable === true) add(state, { ...due, dueMs: Math.min(due.dueMs, clock.monotonicMs()) })
    },
    reconsider: (id: string) => void state.changed.add(id),
    job: state.replica.find,
    /** Those of the job that wait, on any node, oldest first. */
    waitingOf: (jobId: string) =>
      [...known.values()].filter((due) => due.jobId === jobId && due.isRunnable).sort((a, b) => (a.id < b.id ? -1 : 1)),
    /** How many wait, and by how much the one that is longest due is late. */
    facts() {
      const nowMs = clock.monotonicMs()
      let lateMs = 0
      for (const { dueMs } of known.values()) lateMs = Math.max(lateMs, nowMs - dueMs)
      return { waiting: known.size, lateMs }
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
  for (const id of state.hastened) if (!ids.has(id)) state.hastened.delete(id)
  const owned = await withOwners(state, found)
  state.lanes.clear()
  const before = new Map(state.known)
  for (const one of owned) observe(state, one, before.get(one.trigger.id))
  state.readAllAtMs = state.clock.monotonicMs()
}

async function readChanged(state: State): Promise<void> {
  if (state.changed.size === 0) return
  const ids = [...state.changed]
  state.changed.clear()
  const owned = await readOwned(state, ids)
  const rest = new Set(ids)
  for (const one of owned) {
    rest.delete(one.trigger.id)
    observe(state, one, state.known.get(one.trigger.id))
  }
  for (const id of rest) {
    state.known.delete(id)
    state.hastened.delete(id)
    state.onRead(id, undefined)
  }
}

async function readOwned(state: State, ids: readonly string[]): Promise<readonly OwnedTrigger[]> {
  try {
    const found = await state.triggers.findMany(ids)
    // After the triggers: a job is never newer than its first trigger.
    await state.replica.fresh()
    return await withOwners(state, found)
  } catch (error) {
    for (const id of ids) state.changed.add(id)
    throw error
  }
}

interface OwnedTrigger {
  readonly trigger: JobTrigger
  readonly job: StoredJob | undefined
  readonly owner: string
}

const withOwners = ({ replica, ownerOf }: State, triggers: readonly JobTrigger[]): Promise<readonly OwnedTrigger[]> =>
  Promise.all(
    triggers.map(async (trigger) => {
      const job = replica.find(trigger.job_definition_id)
      return { trigger, job, owner: await ownerOf(job, trigger) }
    }),
  )

function observe(state: State, { trigger, job, owner }: OwnedTrigger, before: DueTrigger | undefined): void {
  state.onRead(trigger.id, trigger)
  state.known.delete(trigger.id)
  const { status } = trigger
  if (status !== 'runnable' && status !== 'running') {
    state.hastened.delete(trigger.id)
    return
  }
  const seen = seenOf(trigger)
  const facts = dueFactsOf(trigger)
  const instants = instantsOf(state.clock)
  // A lock expires when nothing was seen of its owner for the time of a lease. No clock of another node matters.
  const isHastened = status === 'runnable' && state.hastened.has(trigger.id)
  const byTimeMs = status === 'runnable' ? dueByTime(facts, instants) : instants.monotonicMs + state.leaseMs
  const dueMs = isHastened ? Math.min(byTimeMs, instants.monotonicMs) : byTimeMs
  add(state, {
    ...facts,
    id: trigger.id,
    seen,
    type: job?.config.type ?? '',
    jobId: trigger.job_definition_id,
    owner,
    isRunnable: status === 'runnable',
    dueMs: before?.seen === seen ? before.dueMs : dueMs,
  })
}

const instantsOf = (clock: Clock) => ({ wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() })

function add(state: State, due: DueTrigger): void {
  state.known.set(due.id, due)
  state.lanes.add(due)
}

/** After a jump forward more is due; after a jump back only cron expressions wait for longer. */
function followClock(state: State): void {
  const offsetMs = offsetOf(state.clock)
  const jumpMs = offsetMs - state.offsetMs
  if (Math.abs(jumpMs) <= JUMP_MS) return
  state.offsetMs = offsetMs
  const instants = instantsOf(state.clock)
  const all = [...state.known.values()]
  state.lanes.clear()
  for (const due of all) {
    const dueMs = due.isRunnable ? dueByTime(due, instants) : due.dueMs
    add(state, { ...due, dueMs: due.schedule.type === 'cron' && due.isRunnable ? dueMs : Math.min(due.dueMs, dueMs) })
  }
}
