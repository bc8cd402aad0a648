/** Tells every node that the columns of messages, or the table that has all messages, have changed in the engine. */
import { Type } from 'typebox'
import { createReplica } from '../platform/settings/replica.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'

const columnChangeCollection = defineCollection({
  name: 'column_changes',
  audit: 'note',
  schema: Type.Object({ id: Type.Literal('columns'), changes: Type.Integer() }),
})

export function createColumnChanges(settings: SettingsStore) {
  const collection = settings.collection(columnChangeCollection)
  const replica = createReplica(settings, columnChangeCollection)
  return {
    /** Number of changes so far, of all nodes. */
    async generation() {
      await replica.fresh()
      return replica.find('columns')?.changes ?? 0
    },
    async note() {
      const isThere = await collection.update('columns', ({ id, changes }) => ({ id, changes: changes + 1 }))
      if (isThere === undefined) await collection.put({ id: 'columns', changes: 1 })
    },
    onChange: (listener: () => void) => settings.onChange(columnChangeCollection.name, listener),
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}
