/** The stored event definitions: who may create them, when they run, and what is deleted with them. */
import type {
  EventDefinition,
  EventDefinitionDraft,
  SchedulerContext,
} from '@logyard/contract/events/event-definitions'
import { grn } from '@logyard/contract/identity/shares'
import type { Caller } from '../../http/caller.ts'
import type { Problems } from '../../http/validation-answer.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Prepared } from '../../platform/settings/prepared.ts'
import { createReplica } from '../../platform/settings/replica.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import type { EventProcessors } from '../event-processors.ts'
import { definitionNotFound, definitionRefused } from './definition-errors.ts'
import { type DefinitionStore, definitionCollection, type StoredDefinition } from './definition-store.ts'
import type { DefinitionTriggers } from './definition-triggers.ts'
import {
  type DefinitionContent,
  definitionContent,
  detailProblems,
  type ReadConfig,
  readConfig,
} from './read-definition.ts'

export interface EventDefinitions extends Disposable {
  /** Those that the caller may read, and how many there are. */
  readable(caller: Caller): Promise<{ readonly definitions: readonly StoredDefinition[]; readonly all: number }>
  list(): Promise<readonly StoredDefinition[]>
  find(id: string): Promise<StoredDefinition | undefined>
  get(id: string): Promise<StoredDefinition>
  context(id: string): Promise<SchedulerContext>
  create(caller: Caller, draft: EventDefinitionDraft, isScheduled: boolean): Promise<StoredDefinition>
  update(caller: Caller, id: string, draft: EventDefinitionDraft, isScheduled: boolean): Promise<StoredDefinition>
  /** To be stored together with others. With an id it replaces that definition. */
  preparing(caller: Caller, draft: EventDefinitionDraft, of: PreparedDefinition): Promise<Prepared<StoredDefinition>>
  duplicate(caller: Caller, id: string): Promise<StoredDefinition>
  setScheduled(id: string, isScheduled: boolean): Promise<void>
  delete(id: string): Promise<void>
  /** What is wrong with the condition of a draft. */
  conditionProblems(draft: EventDefinitionDraft): Problems
  /** The condition of a draft that is tested but not stored. Throws if the caller may not search, or for problems. */
  readForTest(caller: Caller, draft: EventDefinitionDraft): Omit<Extract<ReadConfig, { config: unknown }>, 'problems'>
  /** For the commit that deletes a notification: the definitions that use it, without it. */
  withoutNotification(notificationId: string): Promise<readonly Write[]>
}

export interface PreparedDefinition {
  readonly isScheduled: boolean
  readonly id: string | undefined
}

export interface EventDefinitionsDeps {
  readonly settings: SettingsStore
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'deleteEntity'>
  readonly processors: EventProcessors
  readonly triggers: DefinitionTriggers
  /** What other parts store for a definition, to be deleted with it. */
  readonly deletedWith: (definitionId: string) => Promise<readonly Write[]>
  readonly clock: Clock
  readonly ids: Ids
}

const definitionGrn = (id: string) => grn('event_definition', id)

interface State extends EventDefinitionsDeps {
  readonly store: DefinitionStore
  find(id: string): Promise<StoredDefinition | undefined>
  get(id: string): Promise<StoredDefinition>
}

export async function createEventDefinitions(deps: EventDefinitionsDeps): Promise<EventDefinitions> {
  const { settings, identity, processors, triggers } = deps
  const store = settings.collection(definitionCollection)
  const replica = createReplica({ settings, collection: store, name: definitionCollection.name, indexes: {} })
  await replica.fresh()
  const list = async () => {
    await replica.fresh()
    return replica.list()
  }
  const find = async (id: string) => {
    await replica.fresh()
    return replica.find(id)
  }
  const get = async (id: string) => {
    const found = await find(id)
    if (found === undefined) throw definitionNotFound(id)
    return found
  }
  const state: State = { ...deps, store, find, get }
  identity.entities.register('event_definition', {
    title: async (id) => (await find(id))?.title,
    async dependencies(id) {
      const found = await find(id)
      return found === undefined ? [] : dependenciesOf(found, processors)
    },
  })
  return {
    list,
    find,
    get,
    async readable(caller) {
      const all = await list()
      const isReadable = ({ id }: StoredDefinition) => caller.holds(`eventdefinitions:read:${id}`)
      return { definitions: all.filter(isReadable), all: all.length }
    },
    context: triggers.context,
    create: (caller, draft, isScheduled) =>
      insertDefinition(state, caller, readDraft(state, caller, draft), isScheduled),
    update: (caller, id, draft, isScheduled) => updateDefinition(state, caller, id, draft, isScheduled),
    preparing: (caller, draft, of) => prepareDefinition(state, caller, draft, of),
    async duplicate(caller, id) {
      const { id: _, updated_at, owner_id, ...content } = await get(id)
      requireStreams(caller, processors.find(content.config)?.streamsOf(content.config) ?? [])
      requireNotifications(caller, content.notifications)
      return insertDefinition(state, caller, { ...content, title: `${content.title} (copy)` }, false)
    },
    async setScheduled(id, isScheduled) {
      const found = await get(id)
      const { is_scheduled } = await triggers.context(id)
      if (is_scheduled !== isScheduled) await settings.commit(await triggers.updating(found, found, isScheduled))
    },
    delete: (id) => deleteDefinition(state, id),
    conditionProblems: (draft) => readConfig(draft, processors).problems,
    readForTest(caller, draft) {
      const read = readSearchable(processors, caller, draft)
      if (read.processor === undefined || Object.keys(read.problems).length > 0) throw definitionRefused(read.problems)
      return read
    },
    async withoutNotification(notificationId) {
      const using = await store.listBy('notification', notificationId)
      const stored = await Promise.all(using.map(({ id }) => store.findVersioned(id)))
      return stored
        .filter((found) => found !== undefined)
        .map(({ document, version }) => {
          const notifications = document.notifications.filter((used) => used.notification_id !== notificationId)
          // The version refuses the write if somebody changed the definition meanwhile.
          return store.replacing({ ...document, notifications }, version)
        })
    },
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

function requireStreams(caller: Caller, streams: readonly string[]): void {
  // Without streams a definition searches all of them.
  if (streams.length === 0) caller.require('streams:read:*')
  for (const id of streams) caller.require(`streams:read:${id}`)
}

type UsedNotification = Pick<EventDefinition['notifications'][number], 'notification_id'>

/** Only those that the stored definition did not have: a definition sends to them with their secrets. */
function requireNotifications(
  caller: Caller,
  wanted: readonly UsedNotification[],
  stored: readonly UsedNotification[] = [],
): void {
  const known = new Set(stored.map((used) => used.notification_id))
  for (const { notification_id: id } of wanted) if (!known.has(id)) caller.require(`eventnotifications:read:${id}`)
}

/** The permission comes first: a caller who lacks it learns nothing of what is wrong. */
function readSearchable(processors: EventProcessors, caller: Caller, draft: EventDefinitionDraft): ReadConfig {
  const read = readConfig(draft, processors)
  if (read.processor !== undefined) requireStreams(caller, read.processor.streamsOf(read.config))
  return read
}

function readDraft(
  { processors }: Pick<State, 'processors'>,
  caller: Caller,
  draft: EventDefinitionDraft,
  options: { readonly stored?: StoredDefinition; readonly problems?: Problems } = {},
): DefinitionContent {
  const read = readSearchable(processors, caller, draft)
  requireNotifications(caller, draft.notifications ?? [], options.stored?.notifications)
  const problems = { ...options.problems, ...detailProblems(draft), ...read.problems }
  if (read.processor === undefined || Object.keys(problems).length > 0) throw definitionRefused(problems)
  return definitionContent(draft, read.config, options.stored)
}

async function insertDefinition(
  state: State,
  caller: Caller,
  content: DefinitionContent,
  isScheduled: boolean,
): Promise<StoredDefinition> {
  const { definition, writes } = newDefinition(state, caller, content, isScheduled)
  await state.settings.commit(writes)
  return definition
}

function newDefinition(
  { identity, triggers, store, clock, ids }: State,
  caller: Caller,
  content: DefinitionContent,
  isScheduled: boolean,
): { readonly definition: StoredDefinition; readonly writes: readonly Write[] } {
  const updated_at = clock.now().toISOString()
  const definition: StoredDefinition = { id: ids.next(), ...content, updated_at, owner_id: caller.userId }
  const writes = [
    store.inserting(definition),
    ...triggers.inserting(definition, isScheduled),
    ...identity.grants.creating(caller, definitionGrn(definition.id)),
  ]
  return { definition, writes }
}

async function prepareDefinition(
  state: State,
  caller: Caller,
  draft: EventDefinitionDraft,
  { id, isScheduled }: PreparedDefinition,
): Promise<Prepared<StoredDefinition>> {
  const takeEffect = async () => undefined
  if (id !== undefined && (await state.find(id)) !== undefined) {
    const { definition, writes } = await changedDefinition(state, caller, id, draft, isScheduled)
    return { entity: definition, writes, takeEffect }
  }
  const { definition, writes } = newDefinition(state, caller, readDraft(state, caller, draft), isScheduled)
  return { entity: definition, writes, takeEffect }
}

async function updateDefinition(
  state: State,
  caller: Caller,
  id: string,
  draft: EventDefinitionDraft,
  isScheduled: boolean,
): Promise<StoredDefinition> {
  const { definition, writes } = await changedDefinition(state, caller, id, draft, isScheduled)
  await state.settings.commit(writes)
  return definition
}

async function changedDefinition(
  state: State,
  caller: Caller,
  id: string,
  draft: EventDefinitionDraft,
  isScheduled: boolean,
): Promise<{ readonly definition: StoredDefinition; readonly writes: readonly Write[] }> {
  const { store, triggers, clock } = state
  const stored = await store.findVersioned(id)
  if (stored === undefined) throw definitionNotFound(id)
  const isOther = draft.id !== undefined && draft.id !== null && draft.id !== id
  const problems: Problems = isOther ? { id: ["Event definition IDs don't match"] } : {}
  const content = readDraft(state, caller, draft, { stored: stored.document, problems })
  const updated_at = clock.now().toISOString()
  const definition: StoredDefinition = { id, ...content, updated_at, owner_id: caller.userId }
  const triggering = await triggers.updating(stored.document, definition, isScheduled)
  return { definition, writes: [store.replacing(definition, stored.version), ...triggering] }
}

async function deleteDefinition(state: State, id: string): Promise<void> {
  const { settings, identity, store, triggers, deletedWith } = state
  if ((await state.find(id)) === undefined) return
  await identity.deleteEntity(definitionGrn(id), id, async (deletingGrants) =>
    settings.commit([
      store.deleting(id),
      ...(await triggers.deleting(id)),
      ...(await deletedWith(id)),
      ...(await deletingGrants()),
    ]),
  )
}

function dependenciesOf({ config, notifications }: StoredDefinition, processors: EventProcessors): readonly string[] {
  const streams = processors.find(config)?.streamsOf(config) ?? []
  return [
    ...streams.map((id) => grn('stream', id)),
    ...notifications.map((used) => grn('notification', used.notification_id)),
  ]
}
