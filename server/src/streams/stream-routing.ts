/** The running streams as processing takes them: plain data that can be posted to workers. */
import type { StreamSettings } from '../processing/settings/processing-settings.ts'
import type { StoredStream } from './stream-store.ts'

export interface RoutingStream extends StreamSettings {
  /** The ids of those that its messages are handed to. */
  readonly outputs: readonly string[]
}

/** Those without rules too: other processors than the rules may route into them, and they name an index set. */
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
