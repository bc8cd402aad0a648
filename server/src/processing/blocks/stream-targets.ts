import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { Analyzer } from '@logyard/languages/query/analyzers'
import { createBoundedMap } from '../../platform/bounded-map.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import { quote } from './encode-row.ts'

export interface StreamTarget {
  /** The list of streams as it stands in a row. */
  readonly streamsJson: string
  /** Where a message of these streams is written, each index once. */
  readonly indexes: readonly string[]
  /** How each of them splits texts into words. */
  readonly analyzers: readonly Analyzer[]
  /** The places of the groups of outputs, in their list, that a message of these streams goes to. */
  readonly outputGroups: readonly number[]
}

/** Where lists of streams go to. Lists are few and come again and again. */
export interface StreamTargets {
  of(streams: readonly string[]): StreamTarget
}

const MAX_KNOWN = 10_000

export function createStreamTargets(
  settings: Omit<ProcessingSettings, 'staticFields' | 'forwarder' | 'processors'>,
): StreamTargets {
  const { indexTargets, analyzers, defaultIndexSetId, outputGroups } = settings
  const indexSetByStream = new Map(settings.streams.map(({ id, indexSetId }) => [id, indexSetId]))
  indexSetByStream.set(DEFAULT_STREAM_ID, defaultIndexSetId)
  const defaultIndex = indexTargets[defaultIndexSetId] ?? ''
  const known = createBoundedMap<string, StreamTarget>(MAX_KNOWN)
  return {
    of(streams) {
      const [only = ''] = streams
      const key = streams.length === 1 ? only : streams.join()
      const target = known.get(key)
      if (target !== undefined) return target
      const indexes = new Set(streams.map((id) => indexTargets[indexSetByStream.get(id) ?? ''] ?? defaultIndex))
      if (indexes.size === 0) indexes.add(defaultIndex)
      const groups = outputGroups.flatMap((group, at) => (group.streams.some((id) => streams.includes(id)) ? [at] : []))
      const made = {
        streamsJson: `[${streams.map(quote).join(',')}]`,
        indexes: [...indexes],
        analyzers: Array.from(indexes, (index) => analyzers[index] ?? 'standard'),
        outputGroups: groups,
      }
      known.set(key, made)
      return made
    },
  }
}
