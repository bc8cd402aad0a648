/** Outputs as the API shows them, and the streams that use them. */

import type { OutputDelivery } from '@logyard/contract/outputs/outputs'
import { sortedByTitle } from '../configured/stored-configured.ts'
import type { Caller } from '../http/caller.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { StreamOutputs } from '../streams/stream-outputs.ts'
import type { Streams } from '../streams/stream-service.ts'
import type { OutputDeliveries } from './output-deliveries.ts'
import type { OutputKind } from './output-kind.ts'
import type { StoredOutput } from './output-store.ts'
import { outputTypes } from './output-types.ts'

export type OutputService = ReturnType<typeof createOutputService>

export function createOutputService(deps: {
  readonly kind: OutputKind
  readonly replica: Replica<StoredOutput>
  readonly stateOf: OutputDeliveries['state']
  readonly streams: Pick<Streams, 'get'> & { readonly outputs: Pick<StreamOutputs, 'add' | 'remove'> }
}) {
  const { kind, replica, streams, stateOf } = deps
  /** Those of these outputs that exist, sorted by title. */
  async function findMany(ids: readonly string[]) {
    await replica.fresh()
    return sortedByTitle(ids.flatMap((id) => replica.find(id) ?? []))
  }
  return {
    findMany,
    listOf: async (streamId: string) => findMany((await streams.get(streamId)).outputs),
    /** An output sends the messages: a caller who may not read them, or not the output, gives none to the stream. */
    async assign(caller: Caller, streamId: string, outputIds: readonly string[]) {
      requireAssignable(caller, await streams.get(streamId), outputIds)
      await streams.outputs.add(streamId, outputIds, () => Promise.all([...new Set(outputIds)].map(kind.claim)))
    },
    /** The state of deliveries of the outputs that the caller may read. */
    async deliveries(caller: Caller): Promise<readonly OutputDelivery[]> {
      const visible = (await kind.list()).filter(({ id }) => caller.holds(`outputs:read:${id}`))
      return visible.map(({ id }) => {
        const { waitingMessages, waitingBytes, oldestAtMs, isFailing, lastFailure } = stateOf(id)
        return {
          output_id: id,
          waiting_messages: waitingMessages,
          waiting_bytes: waitingBytes,
          oldest_at: oldestAtMs === undefined ? null : new Date(oldestAtMs).toISOString(),
          is_failing: isFailing,
          last_failure:
            lastFailure === undefined
              ? null
              : { at: new Date(lastFailure.atMs).toISOString(), reason: lastFailure.reason },
        }
      })
    },
    async unassign(streamId: string, id: string) {
      await streams.get(streamId)
      await kind.get(id)
      await streams.outputs.remove(streamId, id)
    },
    /** Summary with passwords only for types that the API of Graylog has, and if the caller may edit the output. */
    summary(output: StoredOutput, caller: Caller) {
      const isStrict = outputTypes.find(output.type)?.isStrict === true
      const showSecrets = !isStrict && caller.holds(`outputs:edit:${output.id}`)
      return { ...output, configuration: outputTypes.shownConfiguration(output, { showSecrets }) }
    },
  }
}

/** Outputs that the stream has already need no permission: they stay. */
function requireAssignable(
  caller: Caller,
  { id, outputs }: { readonly id: string; readonly outputs: readonly string[] },
  outputIds: readonly string[],
): void {
  const added = outputIds.filter((outputId) => !outputs.includes(outputId))
  if (added.length > 0) caller.require(`streams:read:${id}`)
  for (const outputId of added) caller.require(`outputs:read:${outputId}`)
}
