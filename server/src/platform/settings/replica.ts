import type { CollectionSpec, Document, SettingsStore } from './settings-store.ts'

/** A whole collection in memory. */
export interface Replica<T extends Document> extends Disposable {
  /** Catches up with the store; after that the calls below reflect every commit that was answered before, on any node. */
  fresh(): Promise<void>
  /** Grows with every change that was applied. */
  generation(): number
  find(id: string): T | undefined
  list(): readonly T[]
  count(): number
  /** The documents whose `index` gives this value, oldest first. */
  listBy(index: string, value: string): readonly T[]
}

type Indexes<T> = Readonly<Record<string, (document: T) => readonly string[]>>

/** Replica for collections that every call of the API reads: the store is read only after a change. */
export function createReplica<T extends Document, Key extends string>(
  settings: SettingsStore,
  spec: CollectionSpec<T, Key>,
  indexes: Indexes<T> = {},
): Replica<T> {
  const collection = settings.collection(spec)
  const documents = createIndexedDocuments(indexes)
  const changed = new Set<string>()
  let isLoaded = false
  let generation = 0
  let catchingUp: Promise<void> | undefined

  const applyChanges = async () => {
    const ids = [...changed]
    changed.clear()
    try {
      const found = isLoaded ? await collection.findMany(ids) : await collection.list()
      isLoaded = true
      for (const id of ids) documents.remove(id)
      for (const document of found) documents.add(document)
    } catch (error) {
      for (const id of ids) changed.add(id)
      throw error
    }
    generation += 1
  }

  const catchUp = async () => {
    try {
      // A change that arrives during the read is handled by another round.
      while (!isLoaded || changed.size > 0) await applyChanges()
    } finally {
      catchingUp = undefined
    }
  }

  const subscription = settings.onChange(spec.name, ({ ids }) => {
    for (const id of ids) changed.add(id)
  })

  return {
    async fresh() {
      await settings.caughtUp()
      if (isLoaded && changed.size === 0 && catchingUp === undefined) return
      catchingUp ??= catchUp()
      await catchingUp
    },
    generation: () => generation,
    find: documents.find,
    list: documents.list,
    count: documents.count,
    listBy: documents.listBy,
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}

/** Documents by id, and the ids by the values of each index. */
function createIndexedDocuments<T extends Document>(indexes: Indexes<T>) {
  const documents = new Map<string, T>()
  const indexed = new Map<string, Map<string, Set<string>>>(
    Object.keys(indexes).map((index) => [index, new Map<string, Set<string>>()]),
  )
  let listed: readonly T[] | undefined

  const eachEntry = (document: T, visit: (values: Map<string, Set<string>>, value: string) => void) => {
    for (const [index, valuesOf] of Object.entries(indexes)) {
      const values = indexed.get(index)
      if (values !== undefined) for (const value of valuesOf(document)) visit(values, value)
    }
  }

  return {
    find: (id: string) => documents.get(id),
    count: () => documents.size,
    // Ids grow with time, so their order is the order of creation.
    list() {
      listed ??= [...documents.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
      return listed
    },
    listBy(index: string, value: string) {
      const ids = [...(indexed.get(index)?.get(value) ?? [])].sort()
      return ids.flatMap((id) => documents.get(id) ?? [])
    },
    remove(id: string) {
      const old = documents.get(id)
      if (old === undefined) return
      listed = undefined
      documents.delete(id)
      eachEntry(old, (values, value) => {
        const ids = values.get(value)
        ids?.delete(id)
        if (ids?.size === 0) values.delete(value)
      })
    },
    add(document: T) {
      listed = undefined
      documents.set(document.id, document)
      eachEntry(document, (values, value) => {
        const ids = values.get(value) ?? new Set()
        values.set(value, ids.add(document.id))
      })
    },
  }
}
