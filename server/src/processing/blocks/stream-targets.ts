import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Analyzer } from '@logyard/languages/query/analyzers'
import type { ProcessingSettings } from '../settings/processing-settings.ts'

export interface StreamTarget {
  readonly streams: readonly string[]
  /** The indices that a message of these streams is written to, each once. Targets with the same indices share the list. */
  readonly indexes: readonly string[]
  /** The analyzer of each index. */
  readonly analyzers: readonly Analyzer[]
  /** Positions of the output groups that a message of these streams goes to. */
  readonly outputGroups: readonly number[]
  /** Positions of the filters that are about messages of these streams. */
  readonly filters: readonly number[]
}

/** Finds the target of a list of streams. Few lists exist and they recur, so their targets are cached. */
export type StreamTargets = ReturnType<typeof createStreamTargets>

const MAX_CACHED = 10_000

export function createStreamTargets(settings: Pick<ProcessingSettings, 'targets' | 'outputs' | 'filters'>) {
  const cached = createBoundedMap<string, StreamTarget>(MAX_CACHED)
  const lists = createBoundedMap<string, readonly string[]>(MAX_CACHED)

  let last: StreamTarget | undefined

  /** The same list for equal ones. */
  function sameList(indexes: readonly string[]): readonly string[] {
    const key = indexes.join()
    const known = lists.get(key)
    if (known === undefined) lists.set(key, indexes)
    return known ?? indexes
  }

  return {
    of(streams: readonly string[]) {
      // Many messages share their list with the one before.
      if (streams === last?.streams) return last
      const [only = ''] = streams
      const key = streams.length === 1 ? only : streams.join()
      const target = cached.get(key)
      if (target !== undefined) {
        last = target
        return target
      }
      const found = targetOf(streams, settings)
      const made = { ...found, indexes: sameList(found.indexes) }
      cached.set(key, made)
      return made
    },
  }
}

function targetOf(
  streams: readonly string[],
  { targets, outputs, filters }: Pick<ProcessingSettings, 'targets' | 'outputs' | 'filters'>,
): StreamTarget {
  const { defaultIndexSetId, indexSetByStream, indexTargets, analyzers } = targets
  const isAny = (ids: readonly string[]) => ids.some((id) => streams.includes(id))
  const defaultIndex = indexTargets[defaultIndexSetId] ?? ''
  const indexSetOf = (id: string) => (id === DEFAULT_STREAM_ID ? defaultIndexSetId : (indexSetByStream[id] ?? ''))
  const indexes = new Set(streams.map((id) => indexTargets[indexSetOf(id)] ?? defaultIndex))
  if (indexes.size === 0) indexes.add(defaultIndex)
  return {
    streams,
    indexes: [...indexes],
    analyzers: Array.from(indexes, (index) => analyzers[index] ?? 'standard'),
    outputGroups: outputs.groups.flatMap((group, at) => (isAny(group.streams) ? [at] : [])),
    filters: filters.flatMap((filter, at) => (filter.streams.length === 0 || isAny(filter.streams) ? [at] : [])),
  }
}
