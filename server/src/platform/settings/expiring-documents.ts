import { createMutex } from '../mutex.ts'
import { commitRetrying } from './commit-retrying.ts'
import { createReplica } from './replica.ts'
import { type CollectionSpec, type Document, isLostRace, type SettingsStore, type Write } from './settings-store.ts'

/** Short-lived state that every node shares: read from memory, changed one after the other, dropped when it is over. */
export interface ExpiringDocuments<T extends Document> extends Disposable {
  /** Catches up with the store; after that the calls below reflect the stored documents. */
  fresh(): Promise<void>
  /** Undefined for a document that is over. */
  find(id: string): T | undefined
  list(): readonly T[]
  /** Stores what `change` makes of the document, or deletes it if that is undefined. What it throws is thrown. */
  change(id: string, change: (stored: T | undefined) => T | undefined): Promise<void>
  /** Deletes the document and returns it; of several callers on all nodes, one gets it. */
  take(id: string): Promise<T | undefined>
  /** Stores the document unless there is one of this id; returns whether it was stored. */
  insert(document: T): Promise<boolean>
  purge(): Promise<void>
}

export function createExpiringDocuments<T extends Document, Key extends string>(deps: {
  readonly settings: SettingsStore
  readonly spec: CollectionSpec<T, Key>
  /** Beyond that, each new document replaces an older one. */
  readonly limit: number
  readonly isOver: (document: T) => boolean
}): ExpiringDocuments<T> {
  const { settings, spec, limit, isOver } = deps
  const collection = settings.collection(spec)
  const replica = createReplica(settings, spec)
  // Callers of one node would lose races among each other.
  const inTurn = createMutex()
  const unlessOver = (document: T | undefined) => (document === undefined || isOver(document) ? undefined : document)

  function makingRoom(): readonly Write[] {
    if (replica.count() < limit) return []
    const leaving = replica.list().find(isOver) ?? replica.list()[0]
    return leaving === undefined ? [] : [collection.deleting(leaving.id)]
  }

  function writesOf(id: string, document: T | undefined, version: number | undefined): readonly Write[] {
    if (document !== undefined && version === undefined) return [...makingRoom(), collection.inserting(document)]
    if (document !== undefined) return [collection.replacing(document, version)]
    return version === undefined ? [] : [collection.deleting(id, version)]
  }

  return {
    fresh: replica.fresh,
    find: (id) => unlessOver(replica.find(id)),
    list: () => replica.list().filter((document) => !isOver(document)),
    change: (id, change) =>
      inTurn(() =>
        commitRetrying(settings, async () => {
          const stored = await collection.findVersioned(id)
          const before = unlessOver(stored?.document)
          const after = change(before)
          const isSame = after === before && before !== undefined
          return { writes: isSame ? [] : writesOf(id, after, stored?.version), answer: undefined }
        }),
      ),
    async take(id) {
      const stored = await collection.findVersioned(id)
      if (stored === undefined) return undefined
      try {
        await settings.commit([collection.deleting(id, stored.version)])
      } catch (error) {
        if (isLostRace(error)) return undefined
        throw error
      }
      return unlessOver(stored.document)
    },
    insert: (document) =>
      inTurn(async () => {
        try {
          const stored = await collection.findVersioned(document.id)
          if (unlessOver(stored?.document) !== undefined) return false
          await settings.commit(writesOf(document.id, document, stored?.version))
          return true
        } catch (error) {
          if (isLostRace(error)) return false
          throw error
        }
      }),
    async purge() {
      await replica.fresh()
      const over = replica.list().filter(isOver)
      if (over.length > 0) await settings.commit(over.map(({ id }) => collection.deleting(id)))
    },
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}
