/** Runs an alarm callback for an alert, once, and stores how it went: a queue that a restart does not lose. */
import type { StreamAlertCondition } from '@logyard/contract/legacy-alerts/alert-conditions'
import type { AlarmCallbackResult } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { messageSummary } from '../event-notifications/backlog.ts'
import { legacyInstant } from '../identity/accounts/legacy-instant.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Write } from '../platform/settings/settings-store.ts'
import { type JobOutcome, type JobRun, type JobType, SERVER_OWNER } from '../scheduler/job-type.ts'
import type { AlarmSource } from './alarm-source.ts'
import type { HistoryStore } from './alert-store.ts'
import { callbackAnswer, configurationOf, type StoredCallback } from './callback-store.ts'
import type { Alarm } from './callbacks/alarm.ts'
import type { AlarmCallbackTypes } from './callbacks/callback-type.ts'
import { runCallback } from './callbacks/run-callback.ts'
import type { ConditionChecks } from './check-condition.ts'
import type { StreamConditions } from './stream-conditions.ts'

export const CALLBACK_JOB = 'legacy-alarm-callback-v1'
const CALLBACKS_AT_ONCE = 4
/** A callback may take minutes not to answer. */
const CALLBACKS_AT_ONCE_OF_OWNER = 2
/** Histories per alert; the oldest above it are deleted. */
export const MAX_ALARM_HISTORIES = 1000

const QueuedCallback = Type.Object({
  callback_id: Type.String(),
  alert_id: Type.String(),
  stream_id: Type.String(),
  /** As it was when it was checked. */
  condition: Type.Object({
    id: Type.String(),
    type: Type.String(),
    title: Type.Union([Type.String(), Type.Null()]),
    creator_user_id: Type.String(),
    created_at: Type.String(),
    parameters: Type.Record(Type.String(), Type.Unknown()),
  }),
  description: Type.String(),
  triggered_at: Type.String(),
  range: Type.Object({ fromMs: Type.Integer(), toMs: Type.Integer() }),
})
export type QueuedCallback = Static<typeof QueuedCallback>

const Created = Type.Object({ condition: Type.Object({ creator_user_id: Type.String() }) })

export interface CallbackJobDeps {
  readonly conditions: StreamConditions
  readonly histories: HistoryStore
  readonly types: AlarmCallbackTypes
  readonly alarms: AlarmSource
  readonly checks: ConditionChecks
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export const callbackJob = (deps: CallbackJobDeps): JobType => ({
  type: CALLBACK_JOB,
  atOnce: CALLBACKS_AT_ONCE,
  atOnceOfOwner: CALLBACKS_AT_ONCE_OF_OWNER,
  // The user who made the condition, as with event definitions.
  ownerOf: async (_, { data }) => (Value.Check(Created, data) ? data.condition.creator_user_id : SERVER_OWNER),
  run: (run) => runQueued(deps, run),
})

async function runQueued(deps: CallbackJobDeps, { trigger, signal }: JobRun): Promise<JobOutcome> {
  const { conditions, types, log } = deps
  if (!Value.Check(QueuedCallback, trigger.data)) return { kind: 'failed', reason: 'The trigger has no alert.' }
  const queued: QueuedCallback = trigger.data
  await conditions.fresh()
  const callback = conditions.findCallback(queued.callback_id)
  if (callback === undefined) return { kind: 'done' }
  const { id: callbackId, type } = callback
  let result: AlarmCallbackResult = { type: 'success' }
  try {
    const alarm = await alarmOf(deps, queued, signal)
    await runCallback(types, { type, configuration: configurationOf(callback), isTest: false }, alarm, signal)
  } catch (error) {
    if (signal.aborted || !(error instanceof LogyardError)) throw error
    log.warn({ callbackId, alertId: queued.alert_id, reason: error.message }, 'an alarm callback failed')
    result = { type: 'error', error: error.message }
  }
  return { kind: 'done', writes: await storing(deps, queued, callback, result) }
}

async function alarmOf(deps: CallbackJobDeps, queued: QueuedCallback, signal: AbortSignal): Promise<Alarm> {
  const { condition, description, stream_id, triggered_at } = queued
  const shown: StreamAlertCondition = { ...condition, created_at: legacyInstant(Date.parse(condition.created_at)) }
  const messages = await messagesOf(deps, queued, signal)
  return deps.alarms.ofCheck(stream_id, { condition: shown, description, triggeredAt: triggered_at, messages })
}

/** An alarm without its messages is better than none. */
async function messagesOf({ checks, log }: CallbackJobDeps, queued: QueuedCallback, signal: AbortSignal) {
  const { condition, stream_id, range, alert_id } = queued
  try {
    const options = { turnOf: 'legacy alerts', signal }
    return (await checks.messages({ ...condition, stream_id }, range, options)).map(messageSummary)
  } catch (error) {
    if (signal.aborted || !(error instanceof LogyardError)) throw error
    log.warn({ err: error, alertId: alert_id }, 'an alarm is sent without the messages of its alert')
    return []
  }
}

async function storing(
  { histories, clock, ids }: CallbackJobDeps,
  { alert_id, condition }: QueuedCallback,
  callback: StoredCallback,
  result: AlarmCallbackResult,
): Promise<readonly Write[]> {
  const count = await histories.countBy('alert', alert_id)
  const old =
    count < MAX_ALARM_HISTORIES
      ? []
      : (await histories.listBy('alert', alert_id)).slice(0, count + 1 - MAX_ALARM_HISTORIES)
  return [
    ...old.map(({ id }) => histories.deleting(id)),
    histories.inserting({
      id: ids.next(),
      alert_id,
      alertcondition_id: condition.id,
      callback: JSON.stringify(callbackAnswer(callback)),
      result,
      created_at: clock.now().toISOString(),
    }),
  ]
}
