/** The stored event definitions: copies of them, when they run, and tries of conditions. */
import type { EventDefinitionDraft, SchedulerContext } from '@logyard/contract/events/event-definitions'
import type { Caller } from '../../http/caller.ts'
import type { Problems } from '../../http/validation-answer.ts'
import { createReplica } from '../../platform/settings/replica.ts'
import type { Write } from '../../platform/settings/settings-store.ts'
import { definitionRefused } from './definition-errors.ts'
import { type DefinitionKind, type DefinitionKindDeps, definitionKind, readSearchable } from './definition-kind.ts'
import { definitionCollection, type StoredDefinition } from './definition-store.ts'
import { type ReadConfig, readConfig } from './read-definition.ts'

export interface EventDefinitions extends Disposable {
  readonly kind: DefinitionKind
  /** Those that the caller may read, and how many there are. */
  readable(caller: Caller): Promise<{ readonly definitions: readonly StoredDefinition[]; readonly all: number }>
  find(id: string): Promise<StoredDefinition | undefined>
  get(id: string): Promise<StoredDefinition>
  context(id: string): Promise<SchedulerContext>
  create(caller: Caller, draft: EventDefinitionDraft, isScheduled: boolean): Promise<StoredDefinition>
  update(caller: Caller, id: string, draft: EventDefinitionDraft, isScheduled: boolean): Promise<StoredDefinition>
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

export type EventDefinitionsDeps = Omit<DefinitionKindDeps, 'replica'>

export async function createEventDefinitions(deps: EventDefinitionsDeps): Promise<EventDefinitions> {
  const { settings, processors, triggers } = deps
  const store = settings.collection(definitionCollection)
  const replica = createReplica({ settings, collection: store, name: definitionCollection.name, indexes: {} })
  await replica.fresh()
  const kind = definitionKind({ ...deps, replica })
  const { find, get } = kind
  return {
    ...{ kind, find, get },
    async readable(caller) {
      const all = await kind.list()
      const isReadable = ({ id }: StoredDefinition) => caller.holds(`eventdefinitions:read:${id}`)
      return { definitions: all.filter(isReadable), all: all.length }
    },
    context: triggers.context,
    create: (caller, content, isScheduled) => kind.create({ content, isScheduled }, caller),
    update: (caller, id, content, isScheduled) => kind.replace(id, () => ({ content, isScheduled }), caller),
    async duplicate(caller, id) {
      const { id: _, updated_at, owner_id, ...content } = await get(id)
      const copied = { ...content, title: `${content.title} (copy)` }
      return kind.create({ content: { copied }, isScheduled: false }, caller)
    },
    async setScheduled(id, isScheduled) {
      const found = await get(id)
      const { is_scheduled } = await triggers.context(id)
      if (is_scheduled !== isScheduled) await settings.commit(await triggers.updating(found, found, isScheduled))
    },
    // An unknown one is not an error, as the API always had it.
    async delete(id) {
      if ((await find(id)) !== undefined) await kind.delete(id)
    },
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
