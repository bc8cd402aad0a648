/** The outputs: stored ones, those that run on this node, and the groups for which processing encodes messages. */

import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Notifications } from '../notices/notifications.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { createListeners } from '../platform/listeners.ts'
import type { Log } from '../platform/log.ts'
import { createFetchThread } from '../platform/outgoing/fetch-thread.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { RoutingStream } from '../streams/stream-routing.ts'
import type { Streams } from '../streams/stream-service.ts'
import { openOutputChunks } from './output-chunks.ts'
import { createOutputDeliveries } from './output-deliveries.ts'
import { groupOutputs } from './output-groups.ts'
import { outputKind } from './output-kind.ts'
import { outputRoutes } from './output-routes.ts'
import { createOutputService } from './output-service.ts'
import { outputCollection } from './output-store.ts'
import type { OutputRequests } from './output-type.ts'
import { outputTypes } from './output-types.ts'

export type Outputs = Awaited<ReturnType<typeof createOutputs>>

export interface OutputsDeps extends Pick<OutputRequests, 'isUrlAllowed'> {
  /** The folder of the queues. */
  readonly folder: string
  readonly settings: SettingsStore
  readonly identity: Pick<Identity, 'entities' | 'entityDeletion'>
  readonly streams: Streams
  readonly metrics: Metrics
  readonly notifications: Notifications
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export async function createOutputs(deps: OutputsDeps) {
  const { settings, streams, log } = deps
  await using starting = new AsyncDisposableStack()
  const replica = starting.use(createReplica(settings, outputCollection))
  await replica.fresh()
  const kind = outputKind({ ...deps, replica })
  const chunks = starting.use(await openOutputChunks(deps))
  // Not the thread of notifications: requests of outputs are large.
  const { fetchChecked } = starting.use(createFetchThread({ clock: deps.clock, log }))
  const deliveries = starting.use(
    createOutputDeliveries({
      ...deps,
      chunks,
      fetchChecked,
      find: replica.find,
      streamsHaving: streams.outputs.having,
    }),
  )
  const service = createOutputService({ kind, replica, streams, stateOf: deliveries.state })
  const listeners = createListeners()
  const formatOf = (outputId: string) => outputTypes.find(replica.find(outputId)?.type ?? '')?.format
  const takeOver = async () => {
    await replica.fresh()
    deliveries.follow()
    listeners.notify()
  }
  starting.use(streams.onChange(deliveries.follow))
  starting.use(settings.onChange(outputCollection.name, takeOver))

  const running = starting.move()
  return {
    kind,
    /** The outputs of these streams, grouped. */
    groupsOf: (routed: readonly RoutingStream[]) => groupOutputs(routed, formatOf),
    /** Notifies of changes to outputs; not of changes to streams. */
    onChange: listeners.add,
    stored: deliveries.stored,
    /** The outputs as the caller may see them. */
    summaries: async (ids: readonly string[], caller: Caller) =>
      ids.length === 0 ? [] : (await service.findMany(ids)).map((output) => service.summary(output, caller)),
    routes: (api: FastifyInstance, apiUrl: string) => outputRoutes(api, { kind, service, apiUrl }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
