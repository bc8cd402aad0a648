/** Which outputs receive the messages of a stream. Outputs are only ids here. */
import { commitPrepared } from '../entities/commit-prepared.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import type { StreamKind } from './stream-kind.ts'
import { type StoredStream, streamCollection } from './stream-store.ts'

export interface StreamOutputs {
  /**
   * Outputs that the stream has already stay. `claims` throws if an output does not exist, and makes the commit fail if
   * one is deleted before it.
   */
  add(streamId: string, outputIds: readonly string[], claims: () => Promise<readonly Write[]>): Promise<void>
  remove(streamId: string, outputId: string): Promise<void>
  /** Writes for the commit that deletes the output: they remove it from all streams. */
  removingEverywhere(outputId: string): Promise<readonly Write[]>
  /** Brings committed changes into effect. */
  publish(): Promise<void>
  /** The streams that use the output, as of the last change. */
  having(outputId: string): readonly Pick<StoredStream, 'id' | 'title'>[]
}

export function createStreamOutputs({
  settings,
  kind,
  replica,
  publish,
}: {
  readonly settings: SettingsStore
  readonly kind: Pick<StreamKind, 'get' | 'replace' | 'prepareReplace'>
  readonly replica: Replica<StoredStream>
  readonly publish: () => Promise<void>
}): StreamOutputs {
  const store = settings.collection(streamCollection)
  const without = ({ outputs }: StoredStream, outputId: string) => ({
    outputs: outputs.filter((id) => id !== outputId),
  })
  const having = (outputId: string) => replica.list().filter(({ outputs }) => outputs.includes(outputId))

  return {
    async add(streamId, outputIds, claims) {
      await commitPrepared(settings, async () => {
        const withNew = ({ outputs }: StoredStream) => ({ outputs: [...new Set([...outputs, ...outputIds])] })
        const { outputs } = await kind.get(streamId)
        const prepared = await kind.prepareReplace(streamId, withNew, undefined)
        const claimed = await claims()
        const isNew = outputIds.some((id) => !outputs.includes(id))
        return { ...prepared, writes: isNew ? [...claimed, ...prepared.writes] : [] }
      })
    },
    async remove(streamId, outputId) {
      const { outputs } = await kind.get(streamId)
      if (outputs.includes(outputId)) await kind.replace(streamId, (stream) => without(stream, outputId), undefined)
    },
    async removingEverywhere(outputId) {
      await replica.fresh()
      const stored = await Promise.all(having(outputId).map(({ id }) => store.findVersioned(id)))
      return stored
        .filter((found) => found !== undefined)
        .map(({ document, version }) => store.replacing({ ...document, ...without(document, outputId) }, version))
    },
    publish,
    having,
  }
}
