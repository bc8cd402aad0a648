/** The stored event definitions: copies of them, when they run, and tries of conditions. */
import type { EventDefinitionDraft } from '@logyard/contract/events/event-definitions'
import type { Caller } from '../../http/caller.ts'
import { createReplica } from '../../platform/settings/replica.ts'
import { definitionRefused } from './definition-errors.ts'
import { type DefinitionKindDeps, definitionKind, readSearchable } from './definition-kind.ts'
import { definitionCollection, type StoredDefinition } from './definition-store.ts'
import { readConfig } from './read-definition.ts'

export type EventDefinitions = Awaited<ReturnType<typeof createEventDefinitions>>

export type EventDefinitionsDeps = Omit<DefinitionKindDeps, 'replica'>

export async function createEventDefinitions(deps: EventDefinitionsDeps) {
  const { settings, processors, triggers } = deps
  const store = settings.collection(definitionCollection)
  const replica = createReplica(settings, definitionCollection)
  await replica.fresh()
  const kind = definitionKind({ ...deps, replica })
  const { find, get } = kind
  return {
    ...{ kind, find, get },
    /** Those that the caller may read, and how many there are. */
    async readable(caller: Caller) {
      const all = await kind.list()
      const isReadable = ({ id }: StoredDefinition) => caller.holds(`eventdefinitions:read:${id}`)
      return { definitions: all.filter(isReadable), all: all.length }
    },
    context: triggers.context,
    create: (caller: Caller, content: EventDefinitionDraft, isScheduled: boolean) =>
      kind.create({ content, isScheduled }, caller),
    update: (caller: Caller, id: string, content: EventDefinitionDraft, isScheduled: boolean) =>
      kind.replace(id, () => ({ content, isScheduled }), caller),
    async duplicate(caller: Caller, id: string) {
      const { id: _, updated_at, owner_id, ...content } = await get(id)
      const copied = { ...content, title: `${content.title} (copy)` }
      return kind.create({ content: { copied }, isScheduled: false }, caller)
    },
    async setScheduled(id: string, isScheduled: boolean) {
      const found = await get(id)
      const { is_scheduled } = await triggers.context(id)
      if (is_scheduled !== isScheduled) await settings.commit(await triggers.updating(found, found, isScheduled))
    },
    // An unknown one is not an error, as the API always had it.
    async delete(id: string) {
      if ((await find(id)) !== undefined) await kind.delete(id)
    },
    /** Problems of a draft's condition, by field. */
    conditionProblems: (draft: EventDefinitionDraft) => readConfig(draft, processors).problems,
    /** The condition of a draft that is tested but not stored. Throws if the caller may not search, or for problems. */
    readForTest(caller: Caller, draft: EventDefinitionDraft) {
      const read = readSearchable(processors, caller, draft)
      if (read.processor === undefined || Object.keys(read.problems).length > 0) throw definitionRefused(read.problems)
      return read
    },
    /** For the commit that deletes a notification: the definitions that use it, without it. */
    async withoutNotification(notificationId: string) {
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
