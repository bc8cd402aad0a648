/** The alarm callbacks of streams: changes, receivers of the email callbacks, and tests. */
import {
  type AlarmCallback,
  type AlarmCallbackDraft,
  EMAIL_ALARM_CALLBACK,
} from '@logyard/contract/legacy-alerts/alarm-callbacks'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { commitRetrying } from '../platform/settings/commit-retrying.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { callbackAnswer, configurationOf, type StoredCallback } from './callback-store.ts'
import type { Alarm } from './callbacks/alarm.ts'
import type { AlarmCallbackTypes } from './callbacks/callback-type.ts'
import { runCallback } from './callbacks/run-callback.ts'
import {
  alarmCallbackNotFound,
  alertReceiverRefused,
  streamWithoutCallbacks,
  tooManyAlarmCallbacks,
} from './legacy-alert-errors.ts'
import { RECEIVER_FIELDS, type ReceiverKind, receiversIn } from './receivers.ts'
import type { StreamConditions } from './stream-conditions.ts'

/** Callbacks per stream. */
export const MAX_ALARM_CALLBACKS = 100

export interface CallbackServiceDeps {
  readonly settings: SettingsStore
  readonly conditions: StreamConditions
  readonly types: AlarmCallbackTypes
  /** The result of a check that was made up. */
  readonly dummyAlarm: (caller: Caller, streamId: string) => Promise<Alarm>
  /** Offered as receivers, to callers who may list users. */
  readonly usernames: (caller: Caller) => Promise<readonly string[]>
  readonly clock: Clock
  readonly ids: Ids
}

export interface ReceiverChange {
  readonly entity: string | undefined
  readonly type: string | undefined
  readonly isAdded: boolean
}

export type CallbackService = ReturnType<typeof createCallbackService>

export function createCallbackService(deps: CallbackServiceDeps) {
  const { conditions, types } = deps
  async function list(streamIds: readonly string[]) {
    await conditions.fresh()
    return streamIds.flatMap((id) => conditions.callbacksOf(id)).map(callbackAnswer)
  }
  /** Rejects with the reason if the callback fails. */
  async function test(caller: Caller, { stream_id, type, configuration }: AlarmCallback, signal: AbortSignal) {
    const alarm = await deps.dummyAlarm(caller, stream_id)
    await runCallback(types, { type, configuration, isTest: true }, alarm, signal)
  }
  return {
    async types(caller: Caller) {
      const usernames = await deps.usernames(caller)
      const described = types.all.map((type) => {
        const requested_configuration = type.fields(usernames)
        return [type.type, { name: type.name, requested_configuration }] as const
      })
      return { types: Object.fromEntries(described) }
    },
    list,
    get: async (streamId: string, id: string) => callbackAnswer(await getCallback(deps, streamId, id)),
    /** A callback of any stream. */
    async find(id: string) {
      await conditions.fresh()
      const callback = conditions.findCallback(id)
      if (callback === undefined) throw alarmCallbackNotFound(id)
      return callbackAnswer(callback)
    },
    create: (caller: Caller, streamId: string, draft: AlarmCallbackDraft) =>
      createCallback(deps, caller, streamId, draft),
    update: (streamId: string, id: string, draft: AlarmCallbackDraft) => updateCallback(deps, streamId, id, draft),
    async delete(streamId: string, id: string) {
      await getCallback(deps, streamId, id)
      if (!(await conditions.callbacks.delete(id))) throw alarmCallbackNotFound(id)
    },
    changeReceiver: (streamId: string, change: ReceiverChange) => changeReceiver(deps, streamId, change),
    test,
    /** Runs all callbacks of the stream; rejects with the first reason if one fails. */
    async testAll(caller: Caller, streamId: string, signal: AbortSignal) {
      const callbacks = await list([streamId])
      if (callbacks.length === 0) throw streamWithoutCallbacks()
      const ends = await Promise.allSettled(callbacks.map((callback) => test(caller, callback, signal)))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}

async function getCallback({ conditions }: CallbackServiceDeps, streamId: string, id: string): Promise<StoredCallback> {
  await conditions.fresh()
  const callback = conditions.findCallback(id)
  if (callback === undefined || callback.stream_id !== streamId) throw alarmCallbackNotFound(id)
  return callback
}

async function createCallback(
  { conditions, types, clock, ids }: CallbackServiceDeps,
  caller: Caller,
  streamId: string,
  { type, title, configuration }: AlarmCallbackDraft,
): Promise<string> {
  const read = await types.read(type, configuration)
  await conditions.fresh()
  if (conditions.callbacksOf(streamId).length >= MAX_ALARM_CALLBACKS) throw tooManyAlarmCallbacks(MAX_ALARM_CALLBACKS)
  const { id } = await conditions.callbacks.insert({
    id: ids.next(),
    stream_id: streamId,
    type,
    title,
    creator_user_id: caller.username,
    created_at: clock.now().toISOString(),
    configuration: JSON.stringify(read),
  })
  return id
}

/** The type stays as it is. */
async function updateCallback(
  deps: CallbackServiceDeps,
  streamId: string,
  id: string,
  { title, configuration }: AlarmCallbackDraft,
): Promise<void> {
  const { type } = await getCallback(deps, streamId, id)
  const read = JSON.stringify(await deps.types.read(type, configuration))
  const changed = await deps.conditions.callbacks.update(id, (callback) => ({
    ...callback,
    title,
    configuration: read,
  }))
  if (changed === undefined) throw alarmCallbackNotFound(id)
}

async function changeReceiver(
  deps: CallbackServiceDeps,
  streamId: string,
  { entity, type, isAdded }: ReceiverChange,
): Promise<void> {
  const kind = receiverKind(type ?? '')
  if (entity === undefined || entity.trim() === '') throw alertReceiverRefused('No receiver was given.')
  const store = deps.conditions.callbacks
  await commitRetrying(deps.settings, async () => {
    const ofStream = await store.listBy('stream', streamId)
    const emails = ofStream.filter((callback) => callback.type === EMAIL_ALARM_CALLBACK)
    if (emails.length === 0) throw alertReceiverRefused('Stream has no email alarm callback.')
    const writes = []
    for (const { id } of emails) {
      const stored = await store.findVersioned(id)
      if (stored === undefined) continue
      const configuration = configurationOf(stored.document)
      const others = receiversIn(configuration, kind).filter((one) => one !== entity)
      const listed = { ...configuration, [RECEIVER_FIELDS[kind]]: isAdded ? [...others, entity] : others }
      const read = await deps.types.read(EMAIL_ALARM_CALLBACK, listed)
      writes.push(store.replacing({ ...stored.document, configuration: JSON.stringify(read) }, stored.version))
    }
    return { writes, answer: null }
  })
}

function receiverKind(type: string): ReceiverKind {
  if (type === 'users' || type === 'emails') return type
  throw alertReceiverRefused(`No such type: [${type}]`)
}
