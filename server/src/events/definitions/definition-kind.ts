/** The kind of event definitions: their rules, and the user in whose name they search. */
import type { EventDefinition, EventDefinitionDraft } from '@logyard/contract/events/event-definitions'
import { grn } from '@logyard/contract/identity/shares'
import { type Change, entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import type { Kind } from '../../entities/kind.ts'
import type { Caller } from '../../http/caller.ts'
import type { Problems } from '../../http/validation-answer.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import type { Write } from '../../platform/settings/settings-store.ts'
import type { EventProcessors } from '../event-processors.ts'
import { definitionNotFound, definitionRefused } from './definition-errors.ts'
import { type DefinitionPackData, definitionPack } from './definition-pack.ts'
import { definitionCollection, type StoredDefinition } from './definition-store.ts'
import type { DefinitionTriggers } from './definition-triggers.ts'
import {
  type DefinitionContent,
  type DefinitionDraft,
  definitionContent,
  detailProblems,
  type ReadConfig,
  readConfig,
} from './read-definition.ts'

export type DefinitionKind = Kind<StoredDefinition, DefinitionDraft, Caller>

export interface DefinitionKindDeps extends KindDeps {
  readonly replica: Replica<StoredDefinition>
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'entityDeletion'>
  readonly processors: EventProcessors
  readonly triggers: DefinitionTriggers
  /** Writes that delete what other parts store for the definition. */
  readonly deletedWith: (definitionId: string) => Promise<readonly Write[]>
  readonly clock: Clock
}

const definitionGrn = ({ id }: StoredDefinition) => grn('event_definition', id)

export function definitionKind(deps: DefinitionKindDeps): DefinitionKind {
  const { identity, processors, clock } = deps
  const kind = entityKind<StoredDefinition, DefinitionDraft, Caller, DefinitionPackData>(deps, {
    collection: definitionCollection,
    replica: deps.replica,
    titleOf: ({ title }) => title,
    read({ content }, { id, before, by }) {
      const read =
        'copied' in content
          ? copyContent(processors, by, content.copied)
          : readDraft(processors, by, content, { id, before })
      return { id, ...read, updated_at: clock.now().toISOString(), owner_id: by.userId }
    },
    beside: (change) => besideOf(deps, change),
    shared: { deletion: identity.entityDeletion, grnOf: definitionGrn },
    notFound: definitionNotFound,
    pack: definitionPack(deps.triggers),
  })
  identity.entities.register('event_definition', {
    title: async (id) => (await kind.find(id))?.title,
    async dependencies(id) {
      const found = await kind.find(id)
      return found === undefined ? [] : dependenciesOf(found, processors)
    },
  })
  return kind
}

async function besideOf(
  { triggers, identity, deletedWith }: DefinitionKindDeps,
  change: Change<StoredDefinition, DefinitionDraft, Caller>,
): Promise<readonly Write[]> {
  if (change.action === 'replace') return triggers.updating(change.before, change.after, change.draft.isScheduled)
  if (change.action === 'create') {
    const { after, draft, by } = change
    return [...triggers.inserting(after, draft.isScheduled), ...identity.grants.creating(by, definitionGrn(after))]
  }
  const { id } = change.before
  return [...(await triggers.deleting(id)), ...(await deletedWith(id))]
}

function requireStreams(caller: Caller, streams: readonly string[]): void {
  // Without streams a definition searches all of them.
  if (streams.length === 0) caller.require('streams:read:*')
  for (const id of streams) caller.require(`streams:read:${id}`)
}

type UsedNotification = Pick<EventDefinition['notifications'][number], 'notification_id'>

/** Checks the notifications that the stored definition did not have: it sends to them with their secrets. */
function requireNotifications(
  caller: Caller,
  wanted: readonly UsedNotification[],
  stored: readonly UsedNotification[] = [],
): void {
  const known = new Set(stored.map((used) => used.notification_id))
  for (const { notification_id: id } of wanted) if (!known.has(id)) caller.require(`eventnotifications:read:${id}`)
}

/** The permission comes first: a caller who lacks it learns nothing of what is wrong. */
export function readSearchable(processors: EventProcessors, caller: Caller, draft: EventDefinitionDraft): ReadConfig {
  const read = readConfig(draft, processors)
  if (read.processor !== undefined) requireStreams(caller, read.processor.streamsOf(read.config))
  return read
}

function copyContent(processors: EventProcessors, caller: Caller, content: DefinitionContent): DefinitionContent {
  requireStreams(caller, processors.find(content.config)?.streamsOf(content.config) ?? [])
  requireNotifications(caller, content.notifications)
  return content
}

function readDraft(
  processors: EventProcessors,
  caller: Caller,
  draft: EventDefinitionDraft,
  { id, before }: { readonly id: string; readonly before: StoredDefinition | undefined },
): DefinitionContent {
  const read = readSearchable(processors, caller, draft)
  requireNotifications(caller, draft.notifications ?? [], before?.notifications)
  const isOther = before !== undefined && (draft.id ?? id) !== id
  const problems: Problems = {
    ...(isOther ? { id: ["Event definition IDs don't match"] } : {}),
    ...detailProblems(draft),
    ...read.problems,
  }
  if (read.processor === undefined || Object.keys(problems).length > 0) throw definitionRefused(problems)
  return definitionContent(draft, read.config, before)
}

function dependenciesOf({ config, notifications }: StoredDefinition, processors: EventProcessors): readonly string[] {
  const streams = processors.find(config)?.streamsOf(config) ?? []
  return [
    ...streams.map((id) => grn('stream', id)),
    ...notifications.map((used) => grn('notification', used.notification_id)),
  ]
}
