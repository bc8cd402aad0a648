/** Which outputs receive the messages of a stream. Outputs are only ids here. */
import { commitPrepared } from '../entities/commit-prepared.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import type { StreamKind } from './stream-kind.ts'
import { type StoredStream, streamCollection } from './stream-store.ts'

export type StreamOutputs = ReturnType<typeof createStreamOutputs>

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
}) {
  const store = settings.collection(streamCollection)
  const without = ({ outputs }: StoredStream, outputId: string) => ({
    outputs: outputs.filter((id) => id !== outputId),
  })
  /** The streams that use the output, as of the last change. */
  const having = (outputId: string) => replica.list().filter(({ outputs }) => outputs.includes(outputId))

  return {
    /**
     * Outputs that the stream has already stay. `claims` throws if an output does not exist, and makes the commit fail if
     * one is deleted before it.
     */
    async add(streamId: string, outputIds: readonly string[], claims: () => Promise<readonly Write[]>) {
      await commitPrepared(settings, async () => {
        const withNew = ({ outputs }: StoredStream) => ({ outputs: [...new Set([...outputs, ...outputIds])] })
        const { outputs } = await kind.get(streamId)
        const prepared = await kind.prepareReplace(streamId, withNew, undefined)
        const claimed = await claims()
        const isNew = outputIds.some((id) => !outputs.includes(id))
        return { ...prepared, writes: isNew ? [...claimed, ...prepared.writes] : [] }
      })
    },
    async remove(streamId: string, outputId: string) {
      const { outputs } = await kind.get(streamId)
      if (outputs.includes(outputId)) await kind.replace(streamId, (stream) => without(stream, outputId), undefined)
    },
    /** Writes for the commit that deletes the output: they remove it from all streams. */
    async removingEverywhere(outputId: string) {
      await replica.fresh()
      const stored = await Promise.all(having(outputId).map(({ id }) => store.findVersioned(id)))
      return stored
        .filter((found) => found !== undefined)
        .map(({ document, version }) => store.replacing({ ...document, ...without(document, outputId) }, version))
    },
    /** Brings committed changes into effect. */
    publish,
    having,
  }
}
