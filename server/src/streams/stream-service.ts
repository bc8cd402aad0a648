/**
 * Streams: their settings, who owns them, and what processing is told about them.
 * Not here: the meaning of rules and the routing of messages (processing), and outputs themselves.
 */
import type { MatchResult, StreamCloneDraft, StreamDraft, StreamUpdate } from '@logyard/contract/streams/streams'
import { commitPrepared } from '../entities/commit-prepared.ts'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Notifications } from '../notices/notifications.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { publishRouting, type StreamName, streamMetricPrefix } from './published-routing.ts'
import { contentOfClone, contentOfNew, contentOfUpdate } from './read-stream.ts'
import type { StreamAlerting } from './stream-alerting.ts'
import { requireOrdinary } from './stream-errors.ts'
import { createStreamFaults, type StreamFaults } from './stream-faults.ts'
import type { StreamIndexSets } from './stream-index-sets.ts'
import { type StreamKind, streamKind } from './stream-kind.ts'
import { createStreamOutputs, type StreamOutputs } from './stream-outputs.ts'
import type { RoutingStream } from './stream-routing.ts'
import { createStreamRules, type StreamRules } from './stream-rule-service.ts'
import { type StoredStream, streamCollection } from './stream-store.ts'
import { testMatch } from './test-match.ts'
import { ensureWellKnownStreams } from './well-known-streams.ts'

export interface StreamsDeps {
  readonly settings: SettingsStore
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'entityDeletion'>
  readonly indexSets: StreamIndexSets
  /** Its conditions and callbacks are cloned and deleted with a stream. */
  readonly alerting: Pick<StreamAlerting, 'cloning' | 'deleting'>
  readonly notifications: Notifications
  readonly metrics: Metrics
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export interface Streams extends Pick<StreamKind, 'list' | 'get' | 'delete'>, Disposable {
  readonly kind: StreamKind
  /** A new stream is paused and belongs to its creator. */
  create(caller: Caller, draft: StreamDraft): Promise<StoredStream>
  update(id: string, update: StreamUpdate): Promise<StoredStream>
  /** The columns with which a search of the stream begins, also of a built-in one. */
  setColumns(id: string, columns: readonly string[]): Promise<StoredStream>
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

interface StreamsState extends StreamsDeps {
  readonly kind: StreamKind
  readonly faults: StreamFaults
}

export async function createStreams(deps: StreamsDeps): Promise<Streams> {
  const { settings, indexSets, notifications, metrics, clock, ids } = deps
  const store = settings.collection(streamCollection)
  await ensureWellKnownStreams({ store, indexSets, clock })
  using starting = new DisposableStack()
  const replica = starting.use(createReplica(settings, streamCollection))
  const routing = starting.use(await publishRouting({ settings, replica, metrics }))
  const { publish } = routing
  const faults = createStreamFaults({ notifications })
  const kind = streamKind({ ...deps, replica, faults, publish })
  const opened = starting.move()
  return {
    ...{ kind, list: kind.list, get: kind.get, delete: kind.delete },
    ...commands({ ...deps, kind, faults }),
    testMatch: async (id, message) => testMatch(await kind.get(id), message, clock),
    routing: routing.current,
    names: routing.names,
    onChange: routing.onChange,
    rules: createStreamRules({ kind, ids }),
    outputs: createStreamOutputs({ settings, kind, replica, publish }),
    [Symbol.dispose]: () => opened.dispose(),
  }
}

function commands(
  state: StreamsState,
): Pick<Streams, 'create' | 'clone' | 'update' | 'setColumns' | 'pause' | 'resume' | 'pauseFaulty'> {
  const { kind, faults } = state
  return {
    create: (caller, draft) => kind.create(contentOfNew(draft), caller),
    clone: (caller, id, draft) => cloneStream(state, caller, id, draft),
    async update(id, update) {
      requireOrdinary(id, 'edited')
      return kind.replace(id, (before) => contentOfUpdate(update, before), undefined)
    },
    setColumns: (id, columns) => kind.replace(id, () => ({ columns: [...new Set(columns)] }), undefined),
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

async function cloneStream(
  { settings, kind, alerting }: StreamsState,
  caller: Caller,
  id: string,
  draft: StreamCloneDraft,
): Promise<StoredStream> {
  requireOrdinary(id, 'cloned')
  const source = await kind.get(id)
  // The owner of the clone decides which messages the outputs get.
  for (const outputId of source.outputs) caller.require(`outputs:read:${outputId}`)
  return commitPrepared(settings, async () => {
    const clone = await kind.prepareCreate(contentOfClone(source, draft), caller)
    return { ...clone, writes: [...clone.writes, ...(await alerting.cloning(caller, id, clone.entity.id))] }
  })
}

async function setDisabled({ kind }: StreamsState, id: string, disabled: boolean): Promise<void> {
  const { disabled: current } = await kind.get(id)
  if (current !== disabled) await kind.replace(id, () => ({ disabled }), undefined)
}

async function pauseFaulty(state: StreamsState, id: string, count: number): Promise<void> {
  const { kind, metrics, faults, log } = state
  try {
    const stream = await kind.find(id)
    if (stream === undefined || stream.disabled) return
    await setDisabled(state, id, true)
    metrics.meter(`${streamMetricPrefix(id)}faultsExceeded`).mark()
    await faults.warn(stream, count)
    log.warn({ streamId: id, faults: count }, 'stream paused, its rules are too slow')
  } catch (error) {
    log.error({ err: error, streamId: id }, 'stream with slow rules not paused')
  }
}
