/** The kind of notifications. notification-service.ts has their queues, and sends tests. */
import {
  type EventNotification,
  type EventNotificationDraft,
  eventNotifications,
} from '@logyard/contract/event-notifications/event-notifications'
import { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { grn } from '@logyard/contract/identity/shares'
import type { Decoded } from '../entities/codecs/codec.ts'
import { mixed } from '../entities/codecs/mixed-codec.ts'
import { text, textOrEmpty } from '../entities/codecs/scalar-codecs.ts'
import { shape } from '../entities/codecs/shape-codecs.ts'
import { type Change, entityKind, type KindDeps } from '../entities/entity-kind.ts'
import type { Kind } from '../entities/kind.ts'
import { type PackPart, permissionsOf } from '../entities/pack-part.ts'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { Write } from '../platform/settings/settings-store.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import { notificationIdMismatch, notificationNotFound, notificationRefused } from './notification-errors.ts'
import { droppedCollection } from './notification-overflow.ts'
import type { NotificationPauses } from './notification-pauses.ts'
import { keepsSecrets, maskedConfig, retainedConfig } from './notification-secrets.ts'
import {
  notificationCollection,
  readNotification,
  type StoredNotification,
  storedNotification,
} from './notification-store.ts'
import type { AnyNotificationType, NotificationTypes } from './notification-type.ts'
import { SENDING } from './queued-notification.ts'

export type NotificationKind = Kind<StoredNotification, EventNotificationDraft, Caller>

export interface NotificationKindDeps extends KindDeps {
  readonly replica: Replica<StoredNotification>
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'entityDeletion'>
  readonly jobs: Pick<Jobs, 'writes' | 'findJob'>
  readonly pauses: Pick<NotificationPauses, 'forgetting'>
  readonly types: NotificationTypes
  /** Writes for the commit that deletes a notification: they remove it from the definitions that use it. */
  readonly withoutNotification: (notificationId: string) => Promise<readonly Write[]>
}

const notificationGrn = ({ id }: StoredNotification) => grn('notification', id)

export function notificationKind(deps: NotificationKindDeps): NotificationKind {
  const { identity, types } = deps
  const kind = entityKind<StoredNotification, EventNotificationDraft, Caller, PackData>(deps, {
    collection: notificationCollection,
    replica: deps.replica,
    titleOf: ({ title }) => title,
    read(draft, { id, before }) {
      if (before !== undefined && (draft.id ?? id) !== id) throw notificationIdMismatch()
      return storedNotification({ id, ...readDraft(types, draft, before && readNotification(before)) })
    },
    beside: (change) => besideOf(deps, change),
    shared: { deletion: identity.entityDeletion, grnOf: notificationGrn },
    notFound: notificationNotFound,
    pack: packPart(types),
  })
  identity.entities.register('notification', {
    title: async (id) => (await kind.find(id))?.title,
    dependencies: async () => [],
  })
  return kind
}

async function besideOf(
  { settings, identity, jobs, pauses, withoutNotification }: NotificationKindDeps,
  change: Change<StoredNotification, EventNotificationDraft, Caller>,
): Promise<readonly Write[]> {
  if (change.action === 'create') {
    const { after, by } = change
    return [...jobs.writes.inserting(jobOf(after)).writes, ...identity.grants.creating(by, notificationGrn(after))]
  }
  const { id } = change.before
  const job = await jobs.findJob(SENDING, id)
  if (change.action === 'replace') {
    return [
      // The other side may be another one now.
      ...pauses.forgetting(id),
      ...(job === undefined
        ? jobs.writes.inserting(jobOf(change.after)).writes
        : [jobs.writes.replacing({ ...job.document, ...jobOf(change.after) }, job.version)]),
    ]
  }
  return [
    ...pauses.forgetting(id),
    settings.collection(droppedCollection).deleting(id),
    ...(job === undefined ? [] : await jobs.writes.deleting(job.document.id)),
    ...(await withoutNotification(id)),
  ]
}

const jobOf = ({ id, title, description }: StoredNotification) => ({
  title,
  description,
  config: { type: SENDING, notification_id: id },
})

export function typeOf(types: NotificationTypes, config: NotificationConfig): AnyNotificationType {
  const type = types.find(config)
  if (type === undefined) throw new TypeError(`a notification of the unknown type ${config.type} is stored`)
  return type
}

/** Notification without secrets. */
export const shown = (types: NotificationTypes, notification: EventNotification): EventNotification => ({
  ...notification,
  config: maskedConfig(typeOf(types, notification.config), notification.config),
})

/** Draft with the secrets of `before` in the place of placeholders. */
export function readDraft(
  types: NotificationTypes,
  { title, description, config }: EventNotificationDraft,
  before: EventNotification | undefined,
): Omit<EventNotification, 'id'> {
  const titleProblems = title.trim() === '' ? { title: ['Notification title cannot be empty.'] } : {}
  const type = types.find(config)
  if (type === undefined) {
    throw notificationRefused({ ...titleProblems, config: ['Notification config type cannot be empty.'] })
  }
  const whole = type.normalise(retainedConfig(type, config, before?.config))
  const problems = { ...titleProblems, ...type.problems(whole) }
  if (Object.keys(problems).length > 0) throw notificationRefused(problems)
  return { title, description, config: whole }
}

const codec = shape({
  title: text,
  description: textOrEmpty,
  config: mixed<NotificationConfig>(NotificationConfig, 'texts'),
})
type PackData = Decoded<typeof codec>

function packPart(types: NotificationTypes): PackPart<StoredNotification, EventNotificationDraft, Caller, PackData> {
  const dataOf = ({ title, description, config }: EventNotification): PackData => ({ title, description, config })
  return {
    type: { name: 'notification', version: '1' },
    permissions: permissionsOf(eventNotifications),
    codec,
    fieldsElsewhere: {},
    keepsSecrets: (before, after) => keepsSecrets(typeOf(types, before.config), before.config, after.config),
    dataOf: (stored) => dataOf(readNotification(stored)),
    shownOf: (stored) => dataOf(shown(types, readNotification(stored))),
    draftOf: (data) => data,
    by: ({ caller }) => caller,
  }
}
