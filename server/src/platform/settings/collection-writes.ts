/** What collections of both databases have in common. */
import {
  type Collection,
  type Document,
  isWriteConflict,
  type PageRequest,
  UniqueTaken,
  type Versioned,
  type Write,
} from './settings-store.ts'

type Writing<T extends Document> = Pick<
  Collection<T>,
  'insert' | 'update' | 'put' | 'delete' | 'inserting' | 'replacing' | 'deleting'
>

export function writingTo<T extends Document>(
  collection: string,
  store: {
    readonly findVersioned: (id: string) => Promise<Versioned<T> | undefined>
    readonly isThere: (id: string) => Promise<boolean>
    /** Returns how many of the writes changed something. */
    readonly commit: (writes: readonly Write[]) => Promise<number>
  },
): Writing<T> {
  const { findVersioned, isThere, commit } = store
  const { inserting, replacing, deleting } = writesTo<T>(collection)
  return {
    inserting,
    replacing,
    deleting,
    async insert(document) {
      await commit([inserting(document)])
      return document
    },
    update: (id, change) =>
      untilWritten(async () => {
        const found = await findVersioned(id)
        if (found === undefined) return undefined
        const changed = change(found.document)
        await commit([replacing(changed, found.version)])
        return changed
      }),
    put: (document) =>
      untilWritten(async () => {
        await commit([(await isThere(document.id)) ? replacing(document) : inserting(document)])
        return document
      }),
    delete: async (id) => (await commit([deleting(id)])) > 0,
  }
}

function writesTo<T extends Document>(collection: string) {
  return {
    inserting: (document: T): Write => ({ collection, kind: 'insert', id: document.id, document }),
    replacing: (document: T, version?: number): Write => ({
      collection,
      kind: 'replace',
      id: document.id,
      document,
      ...(version === undefined ? {} : { version }),
    }),
    deleting: (id: string, version?: number): Write => ({
      collection,
      kind: 'delete',
      id,
      ...(version === undefined ? {} : { version }),
    }),
  }
}

/** The order of a list and the results of a filter would reveal a secret bit by bit. */
export function refuseSecrets(
  spec: { readonly name: string; readonly secrets: readonly string[] },
  query: PageRequest['query'],
  sort: string,
): void {
  const secret = [sort, ...query.chunks.map(({ field }) => field)].find((field) => spec.secrets.includes(field))
  if (secret !== undefined) throw new TypeError(`${spec.name} cannot be listed by the secret ${secret}`)
}

/**
 * Repeats `attempt` until no other writer commits between its read and its write. It terminates: each failed attempt
 * means that another writer has succeeded.
 */
async function untilWritten<R>(attempt: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const isRace = isWriteConflict(error) || (error instanceof UniqueTaken && error.key === 'id')
      if (!isRace) throw error
    }
  }
}
