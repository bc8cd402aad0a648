/** The running streams as processing needs them: plain data that can be posted to workers. */

import type { StoredStream } from './stream-store.ts'

export interface RoutingStream extends StreamSettings {
  readonly indexSetId: string
  /** Ids of the outputs that receive its messages. */
  readonly outputs: readonly string[]
}

/** Includes streams without rules: other processors may route into them, and they have an index set. */
export const routingStreams = (streams: readonly StoredStream[]): readonly RoutingStream[] =>
  streams
    .filter(({ disabled }) => !disabled)
    .map((stream) => ({
      id: stream.id,
      matchingType: stream.matching_type,
      removeMatchesFromDefault: stream.remove_matches_from_default_stream,
      indexSetId: stream.index_set_id,
      rules: stream.rules.map(({ id, field, type, value, inverted }) => ({ id, field, type, value, inverted })),
      outputs: stream.outputs,
    }))

export interface StreamRuleSettings {
  readonly id: string
  readonly field: string
  /** One of RULE_TYPES. */
  readonly type: number
  readonly value: string
  readonly inverted: boolean
}

export interface StreamSettings {
  readonly id: string
  readonly matchingType: 'AND' | 'OR'
  readonly removeMatchesFromDefault: boolean
  readonly rules: readonly StreamRuleSettings[]
}
