/**
 * Streams: their settings, who owns them, and what processing is told about them.
 * Not here: the meaning of rules and the routing of messages (processing), and outputs themselves.
 */
import { grn } from '@logyard/contract/identity/shares'
import type { MatchResult, StreamCloneDraft, StreamDraft, StreamUpdate } from '@logyard/contract/streams/streams'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Notifications } from '../notices/notifications.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import { createReplica, type Replica } from '../platform/settings/replica.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import { type PublishedRouting, publishRouting, type StreamName, streamMetricPrefix } from './published-routing.ts'
import { readStreamClone, readStreamDraft, readStreamUpdate } from './read-stream.ts'
import type { StreamAlerting } from './stream-alerting.ts'
import { requireOrdinary, streamNotFound } from './stream-errors.ts'
import { createStreamFaults, type StreamFaults } from './stream-faults.ts'
import { claimWritable, requireWritable, type StreamIndexSets } from './stream-index-sets.ts'
import { createStreamOutputs, type StreamOutputs } from './stream-outputs.ts'
import type { RoutingStream } from './stream-routing.ts'
import { createStreamRules, type StreamRules } from './stream-rule-service.ts'
import { type StoredStream, type StreamStore, streamCollection } from './stream-store.ts'
import { testMatch } from './test-match.ts'
import { ensureWellKnownStreams } from './well-known-streams.ts'

export interface StreamsDeps {
  readonly settings: SettingsStore
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'deleteEntity'>
  readonly indexSets: StreamIndexSets
  /** Its conditions and callbacks are cloned and deleted with a stream. */
  readonly alerting: Pick<StreamAlerting, 'cloning' | 'deleting'>
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
  /** A new stream is paused and belongs to its creator. */
  create(caller: Caller, draft: StreamDraft): Promise<StoredStream>
  /** A stream with these outputs, to be stored together with them. With an id it replaces that stream. */
  preparing(caller: Caller, draft: StreamDraft, of: PreparedStream): Promise<Prepared<StoredStream>>
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
  /** All streams, paused ones too. */
  names(): readonly StreamName[]
  /** Calls the listener after every change of `routing` until disposed. */
  onChange(listener: (streams: readonly RoutingStream[]) => void): Disposable

  /** Pauses a stream whose rules took too long `faults` times, and notifies administrators. Never rejects. */
  pauseFaulty(id: string, faults: number): Promise<void>
}

export interface PreparedStream {
  readonly outputs: readonly string[]
  readonly id: string | undefined
  /** By default a new stream runs, and another one stays as it is. */
  readonly isDisabled?: boolean
}

const streamGrn = (id: string) => grn('stream', id)

interface StreamsState extends StreamsDeps {
  readonly store: StreamStore
  readonly replica: Replica<StoredStream>
  readonly routing: PublishedRouting
  readonly faults: StreamFaults
}

export async function createStreams(deps: StreamsDeps): Promise<Streams> {
  const { settings, identity, indexSets, notifications, metrics, clock, ids } = deps
  const store = settings.collection(streamCollection)
  await ensureWellKnownStreams({ store, indexSets, clock })
  using starting = new DisposableStack()
  const replica = starting.use(createReplica({ settings, collection: store, name: streamCollection.name, indexes: {} }))
  const routing = starting.use(await publishRouting({ settings, replica, metrics }))
  const state: StreamsState = { ...deps, store, replica, routing, faults: createStreamFaults({ notifications }) }
  identity.entities.register('stream', {
    title: async (id) => (await findStream(state, id))?.title,
    dependencies: async () => [],
  })
  registerIndexSetUses(state)
  const opened = starting.move()
  return {
    ...queries(state),
    ...commands(state),
    rules: createStreamRules({
      ids,
      get: (id) => getStream(state, id),
      change: (id, change) => changeStream(state, id, change),
    }),
    outputs: createStreamOutputs({
      settings,
      store,
      replica,
      get: (id) => getStream(state, id),
      change: (id, change) => changeStream(state, id, change),
      publish: routing.publish,
    }),
    [Symbol.dispose]: () => opened.dispose(),
  }
}

function queries(state: StreamsState): Pick<Streams, 'list' | 'get' | 'testMatch' | 'routing' | 'names' | 'onChange'> {
  const { replica, routing, clock } = state
  return {
    async list() {
      await replica.fresh()
      return replica.list()
    },
    get: (id) => getStream(state, id),
    testMatch: async (id, message) => testMatch(await getStream(state, id), message, clock),
    routing: routing.current,
    names: routing.names,
    onChange: routing.onChange,
  }
}

function commands(
  state: StreamsState,
): Pick<Streams, 'create' | 'preparing' | 'clone' | 'update' | 'delete' | 'pause' | 'resume' | 'pauseFaulty'> {
  const { ids, faults, alerting } = state
  return {
    create: (caller, draft) => insertStream(state, caller, readStreamDraft(draft, ids), async () => []),
    preparing: (caller, draft, of) => prepareStream(state, caller, draft, of),
    async clone(caller, id, draft) {
      requireOrdinary(id, 'cloned')
      const source = await getStream(state, id)
      // The owner of the clone decides which messages the outputs get.
      for (const outputId of source.outputs) caller.require(`outputs:read:${outputId}`)
      const content = readStreamClone(source, draft, ids)
      return insertStream(state, caller, content, (cloneId) => alerting.cloning(caller, id, cloneId))
    },
    update: (id, update) => updateStream(state, id, update),
    delete: (id) => deleteStream(state, id),
    async pause(id) {
      requireOrdinary(id, 'paused')
      await setDisabled(state, id, true)
    },
    async resume(id) {
      requireOrdinary(id, 'resumed')
      await setDisabled(state, id, false)
      await faults.forget(id)
    },
    pauseFaulty: (id, count) => pauseFaulty(state, id, count),
  }
}

function registerIndexSetUses({ identity, replica }: StreamsState): void {
  const uses = async () => {
    await replica.fresh()
    return replica.list().map(({ id, index_set_id }) => ({ by: streamGrn(id), of: index_set_id }))
  }
  identity.entities.registerUses('index-set', {
    usersOf: async (id) => (await uses()).filter((use) => use.of === id).map((use) => use.by),
    all: uses,
  })
}

async function findStream({ replica }: StreamsState, id: string): Promise<StoredStream | undefined> {
  await replica.fresh()
  return replica.find(id)
}

async function getStream(state: StreamsState, id: string): Promise<StoredStream> {
  const stream = await findStream(state, id)
  if (stream === undefined) throw streamNotFound(id)
  return stream
}

/** The change is in effect when the promise resolves. */
async function changeStream(
  { store, routing }: StreamsState,
  id: string,
  change: (stream: StoredStream) => StoredStream,
): Promise<StoredStream> {
  const changed = await store.update(id, change)
  if (changed === undefined) throw streamNotFound(id)
  await routing.publish()
  return changed
}

async function insertStream(
  { settings, identity, indexSets, clock, ids, store, routing }: StreamsState,
  caller: Caller,
  content: Omit<StoredStream, 'id' | 'creator_user_id' | 'created_at'>,
  createdWith: (id: string) => Promise<readonly Write[]>,
): Promise<StoredStream> {
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
    ...(await createdWith(stream.id)),
  ])
  await routing.publish()
  return stream
}

async function prepareStream(
  { identity, indexSets, clock, ids, store, routing }: StreamsState,
  caller: Caller,
  draft: StreamDraft,
  { outputs, id, isDisabled }: PreparedStream,
): Promise<Prepared<StoredStream>> {
  const content = { ...readStreamDraft(draft, ids), disabled: isDisabled ?? false, outputs: [...outputs] }
  const before = id === undefined ? undefined : await store.findVersioned(id)
  const takeEffect = routing.publish
  if (before !== undefined) {
    const { index_set_id, disabled } = before.document
    const stream = { ...before.document, ...content, index_set_id, disabled: isDisabled ?? disabled }
    return { entity: stream, writes: [store.replacing(stream, before.version)], takeEffect }
  }
  const claim = await claimWritable(indexSets, content.index_set_id)
  const created = { creator_user_id: caller.username, created_at: clock.now().toISOString() }
  const stream: StoredStream = { id: ids.next(), ...content, ...created }
  const writes = [...claim, store.inserting(stream), ...identity.grants.creating(caller, streamGrn(stream.id))]
  return { entity: stream, writes, takeEffect }
}

async function updateStream(state: StreamsState, id: string, update: StreamUpdate): Promise<StoredStream> {
  const { settings, indexSets, store, routing } = state
  requireOrdinary(id, 'edited')
  const { index_set_id } = await getStream(state, id)
  const changes = readStreamUpdate(update)
  const target = changes.index_set_id ?? index_set_id
  await requireWritable(indexSets, target)
  if (target === index_set_id) return changeStream(state, id, (stored) => ({ ...stored, ...changes }))
  const claim = await claimWritable(indexSets, target)
  const stored = await store.findVersioned(id)
  if (stored === undefined) throw streamNotFound(id)
  const changed = { ...stored.document, ...changes }
  await settings.commit([...claim, store.replacing(changed, stored.version)])
  await routing.publish()
  return changed
}

async function deleteStream(state: StreamsState, id: string): Promise<void> {
  const { settings, identity, alerting, store, routing, faults } = state
  requireOrdinary(id, 'deleted')
  await getStream(state, id)
  await identity.deleteEntity(streamGrn(id), id, async (deletingGrants) => {
    await settings.commit([store.deleting(id), ...(await alerting.deleting(id)), ...(await deletingGrants())])
    await routing.publish()
  })
  await faults.forget(id)
}

async function setDisabled(state: StreamsState, id: string, disabled: boolean): Promise<void> {
  const { disabled: current } = await getStream(state, id)
  if (current !== disabled) await changeStream(state, id, (stored) => ({ ...stored, disabled }))
}

async function pauseFaulty(state: StreamsState, id: string, count: number): Promise<void> {
  const { metrics, faults, log } = state
  try {
    const stream = await findStream(state, id)
    if (stream === undefined || stream.disabled) return
    await setDisabled(state, id, true)
    metrics.meter(`${streamMetricPrefix(id)}faultsExceeded`).mark()
    await faults.warn(stream, count)
    log.warn({ streamId: id, faults: count }, 'stream paused, its rules are too slow')
  } catch (error) {
    log.error({ err: error, streamId: id }, 'stream with slow rules not paused')
  }
}
