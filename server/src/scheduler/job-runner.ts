/**
 * Runs due triggers: of each type as many at once on a node as it permits. The owners of a type share its slots by the
 * time that they use, so that no backlog of one user delays the jobs of others.
 */

import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { createShares, type Shares } from '../platform/fair-queue/shares.ts'
import type { Log } from '../platform/log.ts'
import { keepLease } from '../platform/scheduler/keep-lease.ts'
import { LEASE_MS } from '../platform/scheduler/leases.ts'
import { type Collection, isLostRace, type SettingsStore } from '../platform/settings/settings-store.ts'
import { createWakeUp } from '../platform/wake-up.ts'
import { createDueTriggers, type DueTrigger, type DueTriggers } from './due-triggers.ts'
import type { JobTrigger, StoredJob, TriggerStore } from './job-store.ts'
import { type JobOutcome, type JobSlots, type JobType, SERVER_OWNER } from './job-type.ts'
import type { Lane, TurnRules } from './lanes.ts'
import { createTriggerClaims, type HeldTrigger, type TriggerClaims, type TriggerState } from './trigger-claims.ts'

/** After a run that failed without an outcome. */
export const RETRY_MS = 5000
/** After another writer changed something that the run changed too, such as an alert that it counted. */
const CONFLICT_RETRY_MS = 200
/** Between two looks at the due triggers, unless a change of the store wakes the loop. */
const LOOP_SLEEP_MS = 1000

export interface JobRunnerDeps {
  readonly settings: SettingsStore
  readonly jobs: Collection<StoredJob, 'type' | 'entity'>
  readonly triggers: TriggerStore
  readonly types: ReadonlyMap<string, JobType>
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
  readonly metrics: JobMetrics
  readonly leaseMs?: number
}

/** Counts `logyard.jobs.<type>.runs`, `.retries` and `.failures`. */
export interface JobMetrics {
  counter(name: string): { increment(): void }
  gauge(name: string, read: () => number): void
}

interface Run {
  readonly lost: AbortController
  held: HeldTrigger | undefined
}

type Counts = Map<string, number>

interface State extends JobRunnerDeps {
  readonly leaseMs: number
  readonly due: DueTriggers
  readonly claims: TriggerClaims
  /** Runs by trigger: those that are claimed, run, or whose end is not yet committed. */
  readonly runs: Map<string, Run>
  readonly ends: Set<Promise<void>>
  /** How many slots are in use: by type, by job, and by type of the one that some jobs share. */
  readonly busy: { readonly types: Counts; readonly jobs: Counts; readonly ones: Counts }
  readonly shares: Map<string, Shares>
  readonly rules: TurnRules
  readonly stopping: AbortController
  readonly wakeUp: ReturnType<typeof createWakeUp>
}

export function createJobRunner(deps: JobRunnerDeps) {
  const leaseMs = deps.leaseMs ?? LEASE_MS
  const wakeUp = createWakeUp()
  const runs = new Map<string, Run>()
  const due = createDueTriggers({
    ...deps,
    leaseMs,
    ownerOf: async (job, trigger) =>
      (job && (await deps.types.get(job.config.type)?.ownerOf?.(job, trigger))) ?? SERVER_OWNER,
    onRead: (id, trigger) => loseIfTaken(runs.get(id), trigger, deps.nodeId),
    onChange: wakeUp.wake,
  })
  const busy: State['busy'] = { types: new Map(), jobs: new Map(), ones: new Map() }
  const shares: State['shares'] = new Map()
  const state: State = {
    ...deps,
    leaseMs,
    due,
    claims: createTriggerClaims(deps),
    runs,
    ends: new Set(),
    busy,
    shares,
    rules: turnRules({ ...deps, due, busy, shares }),
    stopping: new AbortController(),
    wakeUp,
  }
  let looping: Promise<void> | undefined
  return {
    async start() {
      deps.metrics.gauge('logyard.jobs.waiting', () => due.facts().waiting)
      deps.metrics.gauge('logyard.jobs.late_ms', () => due.facts().lateMs)
      const released = await state.claims.releaseStale()
      if (released > 0) deps.log.info({ triggers: released }, 'runs that a stop interrupted are repeated')
      looping ??= loop(state)
    },
    wake: wakeUp.wake,
    /** Has the trigger run now, or as soon as its run that is under way ends; one that is not enabled stays as it is. */
    hasten(triggerId: string) {
      due.hasten(triggerId)
      wakeUp.wake()
    },
    /** The triggers of the job that wait, on any node, oldest first; none before the start. */
    waitingOf: due.waitingOf,
    async [Symbol.asyncDispose]() {
      state.stopping.abort(new Error('the node stops'))
      await looping
      await Promise.all(state.ends)
      due[Symbol.dispose]()
    },
  }
}

/** The trigger was rescheduled, deleted, or claimed by another node while its job runs. */
function loseIfTaken(run: Run | undefined, trigger: JobTrigger | undefined, nodeId: string): void {
  if (run?.held === undefined) return
  const isOurs = trigger?.lock.owner === nodeId && trigger.lock.clock === run.held.trigger.lock.clock
  if (!isOurs) run.lost.abort(new Error('the trigger was changed while its job ran'))
}

async function loop(state: State): Promise<void> {
  const { clock, wakeUp, due } = state
  const stopping = state.stopping.signal
  while (!stopping.aborted) {
    const woken = wakeUp.next()
    let waitMs = LOOP_SLEEP_MS
    try {
      await due.fresh()
      startDue(state)
      waitMs = Math.min(waitMs, Math.max(1, due.waitMs()))
    } catch (error) {
      state.log.error({ err: error }, 'due jobs could not be read')
    }
    if (stopping.aborted) return
    const slept = new AbortController()
    const sleep = clock.sleep(waitMs, AbortSignal.any([stopping, slept.signal])).catch(() => undefined)
    await Promise.race([sleep, woken])
    slept.abort()
  }
}

const UNKNOWN_TYPE = { atOnce: 1 }

function turnRules(state: Pick<State, 'types' | 'due' | 'busy' | 'shares' | 'clock'>): TurnRules {
  const { types, busy } = state
  const typeOf = (name: string): Pick<JobType, 'atOnce' | 'atOnceOfJob'> => types.get(name) ?? UNKNOWN_TYPE
  return {
    hasRoom: (type) => (busy.types.get(type) ?? 0) < typeOf(type).atOnce,
    stateOf(lane) {
      const { atOnce, atOnceOfJob = atOnce } = typeOf(lane.type)
      if ((busy.jobs.get(lane.jobId) ?? 0) >= atOnceOfJob) return 'busy'
      const slots = slotsOf(state, lane)
      return slots === 'none' || (slots === 'one' && busy.ones.has(lane.type)) ? 'held' : 'free'
    },
    choose: (type, lanes) =>
      sharesOf(state, type).next(lanes.map((lane) => ({ owner: lane.owner, object: lane.jobId, lane })))?.lane,
  }
}

function slotsOf({ types, due }: Pick<State, 'types' | 'due'>, { type, jobId }: Lane): JobSlots {
  const job = due.job(jobId)
  return (job && types.get(type)?.slotsOf?.(job)) ?? 'any'
}

function sharesOf({ types, shares, clock }: Pick<State, 'types' | 'shares' | 'clock'>, name: string): Shares {
  return shares.getOrInsertComputed(name, () => {
    const {
      atOnce,
      atOnceOfOwner = atOnce,
      ownerOf,
    }: Pick<JobType, 'atOnce' | 'atOnceOfOwner' | 'ownerOf'> = types.get(name) ?? UNKNOWN_TYPE
    const reservedPlaces = ownerOf === undefined || atOnce === 1 ? 0 : 1
    return createShares({ clock, places: atOnce, reservedPlaces, placesOfOwner: atOnceOfOwner })
  })
}

/** Slots of the type, of the job and of the owner, until the run has ended. */
function occupy(state: State, lane: Lane): Disposable {
  const { busy, clock, due } = state
  const taken: [Counts, string][] = [
    [busy.types, lane.type],
    [busy.jobs, lane.jobId],
  ]
  if (slotsOf(state, lane) === 'one') taken.push([busy.ones, lane.type])
  for (const [counts, name] of taken) counts.set(name, (counts.get(name) ?? 0) + 1)
  const part = sharesOf(state, lane.type).start({ owner: lane.owner, object: lane.jobId })
  const startedMs = clock.monotonicMs()
  return {
    [Symbol.dispose]() {
      part[Symbol.dispose]()
      due.ended(lane, clock.monotonicMs() - startedMs)
      for (const [counts, name] of taken) {
        const count = (counts.get(name) ?? 0) - 1
        if (count <= 0) counts.delete(name)
        else counts.set(name, count)
      }
    },
  }
}

function startDue(state: State): void {
  for (;;) {
    const due = state.stopping.signal.aborted ? undefined : state.due.take(state.rules)
    if (due === undefined) return
    if (state.runs.has(due.id)) {
      state.due.ended(due, 0)
      continue
    }
    const run: Run = { lost: new AbortController(), held: undefined }
    state.runs.set(due.id, run)
    const slots = occupy(state, due)
    const end = execute(state, due, run)
      .catch((error: unknown) => state.log.error({ err: error, triggerId: due.id }, 'a job could not be run'))
      .finally(() => {
        if (state.runs.get(due.id) === run) state.runs.delete(due.id)
        slots[Symbol.dispose]()
        state.ends.delete(end)
        state.wakeUp.wake()
      })
    state.ends.add(end)
  }
}

async function execute(state: State, due: DueTrigger, run: Run): Promise<void> {
  const held = await state.claims.acquire(due.id, due.seen)
  if (held === undefined) {
    state.due.reconsider(due.id)
    return
  }
  run.held = held
  const outcome = await outcomeOf(state, run, held)
  // From here a change of the trigger is our own.
  state.runs.delete(due.id)
  if (run.lost.signal.aborted) return
  await settle(state, held, outcome)
}

async function outcomeOf(state: State, run: Run, held: HeldTrigger): Promise<JobOutcome | 'stopped'> {
  const { log, clock, leaseMs, claims } = state
  const jobId = held.trigger.job_definition_id
  // A change of another node may not be known here yet.
  const job = state.due.job(jobId) ?? (await state.jobs.find(jobId))
  const type = job && state.types.get(job.config.type)
  if (job === undefined) return { kind: 'failed', reason: 'The job of this trigger does not exist.' }
  if (type === undefined) return { kind: 'failed', reason: `This server knows no job type ${job.config.type}.` }
  const leases = { renew: () => claims.renew(held) }
  await using _lease = keepLease({ name: job.title, leases, leaseMs, lost: run.lost, clock, log })
  const signal = AbortSignal.any([state.stopping.signal, run.lost.signal])
  state.metrics.counter(`logyard.jobs.${type.type}.runs`).increment()
  try {
    return await type.run({ job, trigger: held.trigger, signal })
  } catch (error) {
    if (signal.aborted) return 'stopped'
    log.error({ err: error, jobId: job.id, job: job.title }, 'a job failed')
    return { kind: 'retry', at: new Date(clock.now().getTime() + RETRY_MS), reason: reasonOf(error) }
  }
}

const reasonOf = (error: unknown) =>
  error instanceof LogyardError ? error.message : 'An unexpected error, which the log of the server describes.'

async function settle(state: State, held: HeldTrigger, outcome: JobOutcome | 'stopped'): Promise<void> {
  const { trigger } = held
  count(state, trigger, outcome)
  try {
    const writes = outcome === 'stopped' || outcome.kind === 'retry' ? [] : outcome.writes
    await state.claims.release(held, stateAfter(trigger, outcome), writes)
    if (outcome !== 'stopped' && outcome.kind === 'done') outcome.committed?.()
  } catch (error) {
    const isConflict = isLostRace(error)
    if (!isConflict) state.log.warn({ err: error, triggerId: trigger.id }, 'the end of a job could not be committed')
    const at = new Date(state.clock.now().getTime() + (isConflict ? CONFLICT_RETRY_MS : RETRY_MS))
    await releaseForRetry(state, held, { kind: 'retry', at, reason: reasonOf(error) })
  }
}

function count(state: State, trigger: JobTrigger, outcome: JobOutcome | 'stopped'): void {
  const type = state.due.job(trigger.job_definition_id)?.config.type
  if (outcome === 'stopped' || outcome.kind === 'done' || type === undefined || !state.types.has(type)) return
  state.metrics.counter(`logyard.jobs.${type}.${outcome.kind === 'retry' ? 'retries' : 'failures'}`).increment()
}

/** Fails if the lock is lost, and then nothing is to do. If the store fails, the lock expires. */
async function releaseForRetry(state: State, held: HeldTrigger, retry: JobOutcome): Promise<void> {
  try {
    await state.claims.release(held, stateAfter(held.trigger, retry))
  } catch (error) {
    state.log.warn({ err: error, triggerId: held.trigger.id }, 'the trigger of a job could not be released')
  }
}

function stateAfter(trigger: JobTrigger, outcome: JobOutcome | 'stopped'): TriggerState {
  const { next_time, data } = trigger
  if (outcome === 'stopped') return { status: 'runnable', next_time, data }
  switch (outcome.kind) {
    case 'retry':
      return { status: 'runnable', next_time: outcome.at.toISOString(), data, problem: outcome.reason }
    case 'failed':
      return { status: 'error', next_time, data, problem: outcome.reason }
    case 'done': {
      const { next } = outcome
      const isPastEnd = trigger.end_time !== null && next !== undefined && next.at > new Date(trigger.end_time)
      if (next === undefined || isPastEnd) return { status: 'complete', next_time, data: next?.data ?? data }
      const following = { status: 'runnable', next_time: next.at.toISOString(), data: next.data ?? data } as const
      return next.problem === undefined ? following : { ...following, problem: next.problem }
    }
  }
}
