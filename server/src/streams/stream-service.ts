/**
 * Streams: what there is, who may have it, and what processing is to know of it. Owns the settings of streams.
 * Not here: the meaning of rules and the routing of messages (processing), and what outputs are.
 */

import { grn } from '@logyard/contract/identity/shares'
import type { MatchResult, StreamCloneDraft, StreamDraft, StreamUpdate } from '@logyard/contract/streams/streams'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Notifications } from '../notices/notifications.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { createListeners } from '../platform/listeners.ts'
import type { Log } from '../platform/log.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { readStreamClone, readStreamDraft, readStreamUpdate } from './read-stream.ts'
import { requireOrdinary, streamNotFound } from './stream-errors.ts'
import { createStreamFaults } from './stream-faults.ts'
import { claimWritable, requireWritable, type StreamIndexSets } from './stream-index-sets.ts'
import { createStreamOutputs, type StreamOutputs } from './stream-outputs.ts'
import { type RoutingStream, routingStreams } from './stream-routing.ts'
import { createStreamRules, type StreamRules } from './stream-rule-service.ts'
import { type StoredStream, streamCollection } from './stream-store.ts'
import { testMatch } from './test-match.ts'
import { ensureWellKnownStreams } from './well-known-streams.ts'

export interface StreamsDeps {
  readonly settings: SettingsStore
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'users'>
  readonly indexSets: StreamIndexSets
  readonly notifications: Notifications
  readonly metrics: Metrics
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export interface Streams extends Disposable {
  /** Oldest first. */
  list(): Promise<readonly StoredStream[]>
  get(id: string): Promise<StoredStream>
  /** Not running yet, and its creator's own. */
  create(caller: Caller, draft: StreamDraft): Promise<StoredStream>
  update(id: string, update: StreamUpdate): Promise<StoredStream>
  delete(id: string): Promise<void>
  pause(id: string): Promise<void>
  resume(id: string): Promise<void>
  clone(caller: Caller, id: string, draft: StreamCloneDraft): Promise<StoredStream>
  testMatch(id: string, message: Readonly<Record<string, unknown>>): Promise<MatchResult>
  readonly rules: StreamRules
  readonly outputs: StreamOutputs

  /** The running streams, as of the last change. */
  routing(): readonly RoutingStream[]
  /** Tells of every change of `routing` until disposed. */
  onChange(listener: (streams: readonly RoutingStream[]) => void): Disposable
  usesIndexSet(indexSetId: string): Promise<boolean>

  /** The rules of the stream took too long, this often: it is paused, with a warning to administrators. Never rejects. */
  pauseFaulty(id: string, faults: number): Promise<void>
}

const metricPrefix = (id: string) => `org.graylog2.plugin.streams.Stream.${id}.`
const streamGrn = (id: string) => grn('stream', id)

export async function createStreams(deps: StreamsDeps): Promise<Streams> {
  const { settings, identity, indexSets, notifications, metrics, clock, ids, log } = deps
  const store = settings.collection(streamCollection)
  await ensureWellKnownStreams({ store, indexSets, clock })
  using starting = new DisposableStack()
  const replica = starting.use(createReplica({ settings, collection: store, name: streamCollection.name, indexes: {} }))

  let routing: readonly RoutingStream[] = []
  let known: readonly string[] = []
  let publishedGeneration = -1
  const listeners = createListeners<[readonly RoutingStream[]]>()
  const publish = async () => {
    await replica.fresh()
    if (replica.generation() === publishedGeneration) return
    publishedGeneration = replica.generation()
    // The figures of a stream, which processing keeps, end with it.
    for (const id of known) if (replica.find(id) === undefined) metrics.remove(metricPrefix(id))
    known = replica.list().map(({ id }) => id)
    routing = routingStreams(replica.list())
    listeners.notify(routing)
  }
  // Another node that shares the settings may change streams as well.
  starting.use(settings.onChange(streamCollection.name, publish))
  await publish()

  const find = async (id: string) => {
    await replica.fresh()
    return replica.find(id)
  }
  const get = async (id: string) => {
    const stream = await find(id)
    if (stream === undefined) throw streamNotFound(id)
    return stream
  }
  /** In effect when it resolves. */
  const change = async (id: string, decide: (stream: StoredStream) => StoredStream) => {
    const changed = await store.update(id, decide)
    if (changed === undefined) throw streamNotFound(id)
    await publish()
    return changed
  }

  const faults = createStreamFaults({ notifications })

  const insert = async (caller: Caller, content: Omit<StoredStream, 'id' | 'creator_user_id' | 'created_at'>) => {
    const claim = await claimWritable(indexSets, content.index_set_id)
    const stream: StoredStream = {
      id: ids.next(),
      ...content,
      creator_user_id: caller.username,
      created_at: clock.now().toISOString(),
    }
    await settings.commit([
      ...claim,
      store.inserting(stream),
      ...identity.grants.creating(caller, streamGrn(stream.id)),
    ])
    await publish()
    return stream
  }

  const setDisabled = async (id: string, disabled: boolean) => {
    if ((await get(id)).disabled !== disabled) await change(id, (stored) => ({ ...stored, disabled }))
  }

  identity.entities.register('stream', {
    title: async (id) => (await find(id))?.title,
    dependencies: async () => [],
  })

  const running = starting.move()
  return {
    async list() {
      await replica.fresh()
      return replica.list()
    },
    get,
    create: (caller, draft) => insert(caller, readStreamDraft(draft, ids)),
    async clone(caller, id, draft) {
      requireOrdinary(id, 'cloned')
      return insert(caller, readStreamClone(await get(id), draft, ids))
    },
    async update(id, update) {
      requireOrdinary(id, 'edited')
      const { index_set_id } = await get(id)
      const changes = readStreamUpdate(update)
      const target = changes.index_set_id ?? index_set_id
      await requireWritable(indexSets, target)
      if (target === index_set_id) return change(id, (stored) => ({ ...stored, ...changes }))
      const claim = await claimWritable(indexSets, target)
      const stored = await store.findVersioned(id)
      if (stored === undefined) throw streamNotFound(id)
      const changed = { ...stored.document, ...changes }
      await settings.commit([...claim, store.replacing(changed, stored.version)])
      await publish()
      return changed
    },
    async delete(id) {
      requireOrdinary(id, 'deleted')
      await get(id)
      await settings.commit([store.deleting(id), ...(await identity.grants.deletingTarget(streamGrn(id)))])
      await publish()
      // Somebody may have shared the stream while it was being deleted.
      const late = await identity.grants.deletingTarget(streamGrn(id))
      if (late.length > 0) await settings.commit(late)
      await identity.users.clearStartpages(id)
      await faults.forget(id)
    },
    async pause(id) {
      requireOrdinary(id, 'paused')
      await setDisabled(id, true)
    },
    async resume(id) {
      requireOrdinary(id, 'resumed')
      await setDisabled(id, false)
      await faults.forget(id)
    },
    testMatch: async (id, message) => testMatch(await get(id), message, clock),
    rules: createStreamRules({ ids, get, change }),
    outputs: createStreamOutputs({ settings, store, replica, get, change, publish }),

    routing: () => routing,
    onChange: listeners.add,
    async usesIndexSet(indexSetId) {
      await replica.fresh()
      return replica.list().some(({ index_set_id }) => index_set_id === indexSetId)
    },
    async pauseFaulty(id, count) {
      try {
        const stream = await find(id)
        if (stream === undefined || stream.disabled) return
        await setDisabled(id, true)
        metrics.meter(`${metricPrefix(id)}faultsExceeded`).mark()
        await faults.warn(stream, count)
        log.warn({ streamId: id, faults: count }, 'stream paused, its rules take too long')
      } catch (error) {
        log.error({ err: error, streamId: id }, 'stream with slow rules not paused')
      }
    },
    [Symbol.dispose]: () => running.dispose(),
  }
}
