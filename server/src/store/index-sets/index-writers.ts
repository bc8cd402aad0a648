/**
 * The indices that each node may write to. A node stores an index before it writes to it, and withdraws it once its
 * last rows are stored, so that no other node closes or deletes the index meanwhile.
 */
import { Type } from 'typebox'
import { createMutex } from '../../platform/mutex.ts'
import { createReplica } from '../../platform/settings/replica.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'

const indexWriterCollection = defineCollection({
  name: 'index_writers',
  audit: 'note',
  schema: Type.Object({
    id: Type.String({ description: 'The id of the node' }),
    indices: Type.Array(Type.String()),
    all: Type.Boolean({ description: 'The node may write to any index: rows of its previous run' }),
  }),
})

/** The indices that this node may write to; `all` for any. */
export interface Written {
  readonly indices: ReadonlySet<string>
  readonly all: boolean
}

export type IndexWriters = ReturnType<typeof createIndexWriters>

export function createIndexWriters(deps: {
  readonly settings: SettingsStore
  readonly nodeId: string
  /** The ids of the nodes that are running. */
  readonly runningNodes: () => Promise<readonly string[]>
}) {
  const { settings, nodeId, runningNodes } = deps
  const collection = settings.collection(indexWriterCollection)
  const replica = createReplica(settings, indexWriterCollection)
  const inTurn = createMutex()
  let stored = ''
  return {
    /** Stores what `written` answers in its turn. */
    publish: (written: () => Written) =>
      inTurn(async () => {
        const { indices, all } = written()
        const document = { id: nodeId, indices: [...indices].sort(), all }
        if (JSON.stringify(document) === stored) return
        await collection.put(document)
        stored = JSON.stringify(document)
      }),
    /** Whether another node that is running may write to the index. */
    async mayWrite(index: string) {
      await replica.fresh()
      const running = new Set(await runningNodes())
      return replica
        .list()
        .some(({ id, indices, all }) => id !== nodeId && running.has(id) && (all || indices.includes(index)))
    },
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}
