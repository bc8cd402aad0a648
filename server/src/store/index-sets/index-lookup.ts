/** Index sets with the indices that belong to them. */

import { indexNotFound, indexNotManaged } from './index-errors.ts'
import type { IndexSetStore, StoredIndex, StoredIndexSet } from './index-set-store.ts'
import { otherAnalyzers } from './other-analyzers.ts'

export interface ManagedIndex {
  readonly index: StoredIndex
  readonly set: StoredIndexSet
  readonly isWriteIndex: boolean
}

export type IndexLookup = ReturnType<typeof createIndexLookup>

/** The number in the name of an index; `undefined` if the name does not have the prefix. */
export function indexNumber(name: string, prefix: string): number | undefined {
  if (!name.startsWith(`${prefix}_`)) return undefined
  const rest = name.slice(prefix.length + 1)
  return /^\d{1,15}$/.test(rest) ? Number(rest) : undefined
}

export function createIndexLookup(store: IndexSetStore) {
  const { sets, indices, writeIndices } = store

  /** Indices of one set or of all: open and closed, by prefix and number. */
  async function list(indexSetId?: string): Promise<readonly ManagedIndex[]> {
    const [allSets, found, targets] = await Promise.all([
      sets.list(),
      indexSetId === undefined ? indices.list() : indices.listBy('set', indexSetId),
      writeIndices.list(),
    ])
    const setOf = new Map(allSets.map((set) => [set.id, set]))
    const written = new Set(targets.map((target) => target.index))
    return found
      .flatMap((index) => {
        const set = setOf.get(index.index_set_id)
        if (set === undefined || index.state === 'doomed') return []
        return [{ index, set, isWriteIndex: written.has(index.id) }]
      })
      .sort((a, b) => compare(a.set.index_prefix, b.set.index_prefix) || a.index.number - b.index.number)
  }

  async function find(name: string): Promise<ManagedIndex | undefined> {
    const index = await indices.find(name)
    if (index === undefined || index.state === 'doomed') return undefined
    const set = await sets.find(index.index_set_id)
    if (set === undefined) return undefined
    const target = await writeIndices.find(set.id)
    return { index, set, isWriteIndex: target?.index === name }
  }

  /** Whether the name has the form of an index of some set, whether the index exists or not. */
  const isManagedName = async (name: string) =>
    (await sets.list()).some((set) => indexNumber(name, set.index_prefix) !== undefined)

  return {
    list,
    find,
    isManagedName,
    /** Indices whose texts are not split by the standard analyzer. */
    otherAnalyses: async () =>
      otherAnalyzers(await sets.list()).map(({ set, analyzer }) => ({ indexPrefix: set.index_prefix, analyzer })),
    /** Throws; the error tells a name of no set from a name of a set without that index. */
    async get(name: string) {
      const found = await find(name)
      if (found !== undefined) return found
      throw (await isManagedName(name)) ? indexNotFound(name) : indexNotManaged(name)
    },
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
