/**
 * Checks all conditions of running streams on the durable scheduler, some of them in each run. An alert, and the
 * callbacks that tell of it, are one commit with the progress of the scan: a restart makes none of them twice.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { Write } from '../platform/settings/settings-store.ts'
import type { JobOutcome, JobRun, JobType } from '../scheduler/job-type.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import type { Streams } from '../streams/stream-service.ts'
import { isOpen, type LegacyAlertStore, type StoredLegacyAlert } from './alert-store.ts'
import { CALLBACK_JOB, type QueuedCallback } from './callback-job.ts'
import type { CheckResult, ConditionChecks } from './check-condition.ts'
import { graceMs, isInGrace, latestOf } from './condition-state.ts'
import type { StoredCondition } from './condition-store.ts'
import type { CheckedUntil } from './conditions/condition-type.ts'
import type { StreamConditions } from './stream-conditions.ts'

export const SCAN_JOB = 'legacy-alert-check-v1'
/** Both jobs exist once. */
export const JOB_SCOPE = 'cluster'
/** Conditions of one run of the job; the next follows at once. */
export const CONDITIONS_OF_RUN = 50
/** Queued callbacks of all streams, before the runs of a scan; above it alarms are dropped until the next scan. */
export const MAX_QUEUED_CALLBACKS = 2000
const CHECKS_AT_ONCE = 3
/** How far back a scan looks for what arrived while the server was down. */
const MAX_GAP_MS = 3_600_000
const MAX_LAG_MS = 60_000

const ScanData = Type.Object({
  /** Up to where the last whole scan looked. */
  checked_until_ms: Type.Optional(Type.Integer()),
  /** Progress of a scan that is not done. */
  progress: Type.Optional(
    Type.Object({
      started_ms: Type.Integer(),
      to_ms: Type.Integer(),
      at_ms: Type.Integer(),
      after: Type.String(),
    }),
  ),
})
type ScanData = Static<typeof ScanData>

export interface AlertScanDeps {
  readonly streams: Pick<Streams, 'list'>
  readonly conditions: StreamConditions
  readonly alerts: LegacyAlertStore
  readonly alertReplica: Replica<StoredLegacyAlert>
  readonly checks: ConditionChecks
  readonly jobs: Pick<Jobs, 'writes' | 'findJob' | 'countWaitingTriggers'>
  /** Everything received up to this instant is stored. */
  readonly storedUntilMs: () => number
  readonly intervalMs: number
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export const alertScanJob = (deps: AlertScanDeps): JobType => ({
  type: SCAN_JOB,
  atOnce: 1,
  run: (run) => scan(deps, run),
})

async function scan(deps: AlertScanDeps, { trigger, signal }: JobRun): Promise<JobOutcome> {
  const data: ScanData = Value.Check(ScanData, trigger.data) ? trigger.data : {}
  const { started_ms, to_ms, at_ms, after } = data.progress ?? startOfScan(deps)
  const rest = (await conditionsToCheck(deps)).filter(({ id }) => id > after)
  const part = rest.slice(0, CONDITIONS_OF_RUN)
  const until = { fromMs: fromOf(deps, data, to_ms), toMs: to_ms, atMs: at_ms }
  const writes: Write[] = []
  for (let from = 0; from < part.length; from += CHECKS_AT_ONCE) {
    const checked = part.slice(from, from + CHECKS_AT_ONCE).map((one) => checkOne(deps, one, until, signal))
    writes.push(...(await Promise.all(checked)).flat())
  }
  const last = part.at(-1)
  if (last !== undefined && rest.length > part.length) {
    const progress = { started_ms, to_ms, at_ms, after: last.id }
    return { kind: 'done', writes, next: { at: deps.clock.now(), data: { ...data, progress } } }
  }
  const at = new Date(Math.max(started_ms + deps.intervalMs, deps.clock.now().getTime()))
  return { kind: 'done', writes, next: { at, data: { checked_until_ms: to_ms } satisfies ScanData } }
}

/**
 * Up to where all messages are stored. Conditions of time ranges do not wait for that for longer than `MAX_LAG_MS`:
 * silence must be noticed also when nothing is stored any more.
 */
function startOfScan({ clock, storedUntilMs }: AlertScanDeps) {
  const started_ms = clock.now().getTime()
  const to_ms = Math.min(started_ms, Math.floor(storedUntilMs()))
  return { started_ms, to_ms, at_ms: Math.max(to_ms, started_ms - MAX_LAG_MS), after: '' }
}

/** Conditions that look at new messages miss none between two scans. */
function fromOf({ intervalMs }: AlertScanDeps, { checked_until_ms }: ScanData, toMs: number): number {
  const shortest = toMs - intervalMs
  if (checked_until_ms === undefined) return shortest
  return Math.max(Math.min(shortest, checked_until_ms + 1), toMs - Math.max(MAX_GAP_MS, intervalMs))
}

/** Sorted by id, so that a scan finds its place again. */
async function conditionsToCheck({ streams, conditions, alertReplica }: AlertScanDeps) {
  await conditions.fresh()
  await alertReplica.fresh()
  const running = new Set((await streams.list()).filter(({ disabled }) => !disabled).map(({ id }) => id))
  return conditions
    .allConditions()
    .filter(({ stream_id }) => running.has(stream_id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function checkOne(
  deps: AlertScanDeps,
  condition: StoredCondition,
  until: CheckedUntil,
  signal: AbortSignal,
): Promise<readonly Write[]> {
  const latest = latestOf(deps.alertReplica.listBy('condition', condition.id))
  if (isInGrace(condition, latest, deps.clock.now().getTime())) return []
  const result = await resultOf(deps, condition, until, signal)
  if (result === undefined) return []
  const open = latest !== undefined && isOpen(latest) ? latest : undefined
  if (result.description === undefined) return open === undefined ? [] : resolving(deps, open.id)
  const met: MetCondition = { condition, description: result.description, range: result.range }
  return open === undefined ? triggering(deps, met) : repeating(deps, met, open)
}

/** `undefined` if the check failed: then nothing is known, and an open alert stays open. */
async function resultOf(
  { checks, log }: AlertScanDeps,
  condition: StoredCondition,
  until: CheckedUntil,
  signal: AbortSignal,
): Promise<CheckResult | undefined> {
  try {
    return await checks.check(condition, { until, turnOf: 'legacy alerts', signal })
  } catch (error) {
    if (signal.aborted) throw error
    const facts = { err: error, streamId: condition.stream_id, conditionId: condition.id }
    log.warn(facts, 'an alert condition could not be checked')
    return undefined
  }
}

interface MetCondition {
  readonly condition: StoredCondition
  readonly description: string
  readonly range: CheckResult['range']
}

async function triggering(deps: AlertScanDeps, met: MetCondition): Promise<readonly Write[]> {
  const { conditions, alerts, clock, ids, log } = deps
  const { condition, description } = met
  const stored = await conditions.conditions.findVersioned(condition.id)
  if (stored === undefined) return []
  const now = clock.now().toISOString()
  const alertId = ids.next()
  const queued = await queueing(deps, met, alertId)
  log.info({ alertId, streamId: condition.stream_id, conditionId: condition.id }, 'an alert condition is met')
  return [
    alerts.inserting({
      id: alertId,
      stream_id: condition.stream_id,
      condition_id: condition.id,
      description,
      condition_parameters: condition.parameters,
      triggered_at: now,
      resolved_at: null,
      is_interval: true,
      notified_at: queued.length === 0 ? null : now,
    }),
    // A condition that is changed or deleted meanwhile gets no alert that nothing would end.
    conditions.conditions.replacing(stored.document, stored.version),
    ...queued,
  ]
}

/** Again after each grace period, or at each check without one. */
async function repeating(deps: AlertScanDeps, met: MetCondition, open: StoredLegacyAlert): Promise<readonly Write[]> {
  const { alerts, clock } = deps
  if (met.condition.parameters['repeat_notifications'] !== true) return []
  const now = clock.now()
  const isDue = open.notified_at === null || now.getTime() - Date.parse(open.notified_at) >= graceMs(met.condition)
  const stored = isDue ? await alerts.findVersioned(open.id) : undefined
  if (stored === undefined || !isOpen(stored.document)) return []
  const queued = await queueing(deps, met, open.id)
  if (queued.length === 0) return []
  return [alerts.replacing({ ...stored.document, notified_at: now.toISOString() }, stored.version), ...queued]
}

async function resolving({ alerts, clock }: AlertScanDeps, id: string): Promise<readonly Write[]> {
  const stored = await alerts.findVersioned(id)
  if (stored === undefined || !isOpen(stored.document)) return []
  return [alerts.replacing({ ...stored.document, resolved_at: clock.now().toISOString() }, stored.version)]
}

/** One run for each callback of the stream. */
async function queueing(
  { conditions, jobs, clock, log }: AlertScanDeps,
  { condition, description, range }: MetCondition,
  alertId: string,
): Promise<readonly Write[]> {
  const { stream_id, ...facts } = condition
  const job = await jobs.findJob(CALLBACK_JOB, JOB_SCOPE)
  if (job === undefined) return []
  if ((await jobs.countWaitingTriggers(job.document.id)) >= MAX_QUEUED_CALLBACKS) {
    log.warn({ alertId, streamId: stream_id }, 'an alarm was dropped, because too many wait')
    return []
  }
  const now = clock.now()
  return conditions.callbacksOf(stream_id).map(({ id }) => {
    const data: QueuedCallback = {
      callback_id: id,
      alert_id: alertId,
      stream_id,
      condition: facts,
      description,
      triggered_at: now.toISOString(),
      range,
    }
    return jobs.writes.triggering(job.document.id, { schedule: { type: 'once' }, nextTime: now, data })
  })
}
