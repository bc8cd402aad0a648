/** Which outputs receive the messages of a stream. Outputs are only ids here. */
import { commitRetrying } from '../platform/settings/commit-retrying.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import { streamNotFound } from './stream-errors.ts'
import type { StoredStream, StreamStore } from './stream-store.ts'

export interface StreamOutputs {
  /**
   * Outputs that the stream has already stay. `claims` throws if an output does not exist, and makes the commit fail if
   * one is deleted before it.
   */
  add(streamId: string, outputIds: readonly string[], claims: () => Promise<readonly Write[]>): Promise<void>
  remove(streamId: string, outputId: string): Promise<void>
  /** For the commit that deletes the output: removes it from all streams. */
  removingEverywhere(outputId: string): Promise<readonly Write[]>
  /** Brings committed changes into effect. */
  publish(): Promise<void>
  /** The streams that use the output, as of the last change. */
  having(outputId: string): readonly Pick<StoredStream, 'id' | 'title'>[]
}

export function createStreamOutputs(deps: {
  readonly settings: SettingsStore
  readonly store: StreamStore
  readonly replica: Replica<StoredStream>
  readonly get: (streamId: string) => Promise<StoredStream>
  readonly change: (streamId: string, change: (stream: StoredStream) => StoredStream) => Promise<StoredStream>
  readonly publish: () => Promise<void>
}): StreamOutputs {
  const { settings, store, replica, get, change, publish } = deps
  const without = (stream: StoredStream, outputId: string): StoredStream => ({
    ...stream,
    outputs: stream.outputs.filter((id) => id !== outputId),
  })
  const having = (outputId: string) => replica.list().filter(({ outputs }) => outputs.includes(outputId))

  return {
    async add(streamId, outputIds, claims) {
      await commitRetrying(settings, async () => {
        const stored = await store.findVersioned(streamId)
        if (stored === undefined) throw streamNotFound(streamId)
        const { document, version } = stored
        const claimed = await claims()
        const outputs = [...new Set([...document.outputs, ...outputIds])]
        const isNew = outputs.length > document.outputs.length
        return { writes: isNew ? [...claimed, store.replacing({ ...document, outputs }, version)] : [], answer: null }
      })
      await publish()
    },
    async remove(streamId, outputId) {
      const { outputs } = await get(streamId)
      if (outputs.includes(outputId)) await change(streamId, (stream) => without(stream, outputId))
    },
    async removingEverywhere(outputId) {
      await replica.fresh()
      const stored = await Promise.all(having(outputId).map(({ id }) => store.findVersioned(id)))
      return stored
        .filter((found) => found !== undefined)
        .map(({ document, version }) => store.replacing(without(document, outputId), version))
    },
    publish,
    having,
  }
}
