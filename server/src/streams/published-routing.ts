/** The running streams as processing knows them: published after every change, also after those of other nodes. */
import type { Metrics } from '../metrics/metrics.ts'
import { createListeners } from '../platform/listeners.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { type RoutingStream, routingStreams } from './stream-routing.ts'
import { type StoredStream, streamCollection } from './stream-store.ts'

export interface StreamName {
  readonly id: string
  readonly title: string
  readonly isPaused: boolean
}

export const streamMetricPrefix = (id: string) => `org.graylog2.plugin.streams.Stream.${id}.`

export async function publishRouting({
  settings,
  replica,
  metrics,
}: {
  readonly settings: SettingsStore
  readonly replica: Replica<StoredStream>
  readonly metrics: Metrics
}) {
  let routing: readonly RoutingStream[] = []
  let knownIds: readonly string[] = []
  let publishedGeneration = -1
  const listeners = createListeners<[readonly RoutingStream[]]>()

  /** Brings committed changes into effect; listeners have been called when it resolves. */
  async function publish(): Promise<void> {
    await replica.fresh()
    if (replica.generation() === publishedGeneration) return
    publishedGeneration = replica.generation()
    // Processing records metrics for each stream; they are removed with the stream.
    for (const id of knownIds) if (replica.find(id) === undefined) metrics.remove(streamMetricPrefix(id))
    knownIds = replica.list().map(({ id }) => id)
    routing = routingStreams(replica.list())
    listeners.notify(routing)
  }

  const subscription = settings.onChange(streamCollection.name, publish)
  try {
    await publish()
  } catch (error) {
    subscription[Symbol.dispose]()
    throw error
  }
  return {
    /** As of the last change. */
    current: () => routing,
    /** All streams, paused ones too. */
    names: () => replica.list().map(({ id, title, disabled }) => ({ id, title, isPaused: disabled })),
    publish,
    onChange: listeners.add,
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}
