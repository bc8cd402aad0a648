/**
 * Wires a message's way in: inputs append to the journal, processing takes from there, index sets say where it is
 * written. What changes in one of them reaches the others as events.
 */
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { FastifyInstance } from 'fastify'
import type { Cluster } from '../cluster/cluster.ts'
import { clusterFactsRoutes } from '../cluster/cluster-facts-routes.ts'
import { describeConfiguration } from '../cluster/server-configuration.ts'
import { createFields } from '../fields/fields.ts'
import type { Identity } from '../identity/identity.ts'
import { failureRoutes } from '../ingest/failures/failure-routes.ts'
import { createFailureService } from '../ingest/failures/failure-service.ts'
import { openFailures } from '../ingest/failures/failures.ts'
import { indexerFailureRoutes } from '../ingest/failures/indexer-failure-routes.ts'
import { inputRoutes } from '../ingest/inputs/input-routes.ts'
import { createInputs, type Inputs } from '../ingest/inputs/inputs.ts'
import type { Journal } from '../ingest/journal/journal.ts'
import { journalRoutes } from '../ingest/journal/journal-routes.ts'
import { watchJournal } from '../ingest/journal/journal-watch.ts'
import { openJournal } from '../ingest/journal/lmdb-journal.ts'
import type { LiveTails } from '../live/live-tails.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Throughput } from '../metrics/throughput.ts'
import { createTraffic } from '../metrics/traffic.ts'
import { WRITE_LIMIT_MS } from '../outputs/output-runner.ts'
import { createOutputs, type Outputs } from '../outputs/outputs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { BUFFER_ENTRIES, createProcessing, type Processing } from '../processing/processing.ts'
import { processingRoutes } from '../processing/processing-routes.ts'
import { createProcessingStatuses } from '../processing/processing-status.ts'
import { MESSAGE_FILTER_CHAIN, type ProcessingSettings } from '../processing/settings/processing-settings.ts'
import { MAX_INSERTS } from '../processing/store/batch-store.ts'
import { MAX_FAULTS } from '../processing/workers/regex-faults.ts'
import { REGEX_LIMIT_MS } from '../processing/workers/worker-pool.ts'
import { createSearchedIndices, type SearchedIndices } from '../search/scope/searched-indices.ts'
import type { Engine } from '../store/engine/engine.ts'
import { readIndexerStats } from '../store/engine/indexer-routes.ts'
import { deflectorRoutes } from '../store/index-sets/deflector-routes.ts'
import { indexRoutes } from '../store/index-sets/index-routes.ts'
import { indexSetRoutes } from '../store/index-sets/index-set-routes.ts'
import { indexCollection } from '../store/index-sets/index-set-store.ts'
import { createIndexSets, type IndexSets } from '../store/index-sets/index-sets.ts'
import { streamRoutes } from '../streams/stream-routes.ts'
import { createStreams, type Streams } from '../streams/stream-service.ts'

export interface WayInDeps {
  readonly config: Config
  readonly settings: SettingsStore
  readonly engine: Engine
  readonly cluster: Cluster
  readonly identity: Identity
  readonly metrics: Metrics
  readonly throughput: Throughput
  readonly tails: LiveTails
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export interface WayIn extends AsyncDisposable {
  readonly streams: Streams
  /** The fields that there are, as of now. */
  readonly fields: { schema(): Promise<FieldSchema> }
  /** Resolves once everything that is under way now is stored. */
  settled(): Promise<void>
  readonly indices: SearchedIndices
  /** `apiUrl` is the API's own address without a slash at the end. */
  routes(api: FastifyInstance, apiUrl: string): void
  /** Inputs begin to listen; to be called when everything else runs. */
  open(): Promise<void>
}

export async function createWayIn(deps: WayInDeps): Promise<WayIn> {
  const { config, settings, engine, cluster, identity, metrics, throughput, clock, ids } = deps
  const logOf = (subject: string) => deps.log.child({ subject })
  await using starting = new AsyncDisposableStack()
  const folder = config.LOGYARD_DATA

  let streams: Streams | undefined
  const indexSets = starting.use(
    await createIndexSets({
      settings,
      engine,
      clock,
      ids,
      log: logOf('index sets'),
      jobs: cluster.jobs,
      notifications: cluster.notifications,
      messages: cluster.messages,
      node: { id: cluster.nodeId, hostname: hostname() },
      isAssigned: async (id) => (await streams?.usesIndexSet(id)) ?? false,
    }),
  )
  const runningStreams = starting.use(
    await createStreams({
      settings,
      identity,
      indexSets: indexSets.sets,
      notifications: cluster.notifications,
      metrics,
      clock,
      ids,
      log: logOf('streams'),
    }),
  )
  streams = runningStreams
  const outputs = starting.use(
    await createOutputs({
      settings,
      identity,
      streams: runningStreams,
      metrics,
      notifications: cluster.notifications,
      clock,
      ids,
      log: logOf('outputs'),
    }),
  )
  const traffic = starting.use(
    createTraffic({ settings, metrics, clock, log: logOf('traffic'), nodeId: cluster.nodeId }),
  )
  const journal = starting.use(
    openJournal({
      folder: join(folder, 'journal'),
      clock,
      log: logOf('journal'),
      sizeLimitBytes: config.LOGYARD_JOURNAL_MB * 2 ** 20,
      ageLimitMs: config.LOGYARD_JOURNAL_HOURS * 3_600_000,
    }),
  )
  starting.use(
    watchJournal({
      journal,
      metrics,
      notifications: cluster.notifications,
      lifecycle: cluster.lifecycle,
      clock,
      log: logOf('journal'),
    }),
  )
  const failures = starting.use(openFailures({ folder: join(folder, 'failures'), clock }))
  const inputs = starting.use(
    await createInputs({
      settings,
      journal,
      metrics,
      notifications: cluster.notifications,
      messages: cluster.messages,
      log: logOf('inputs'),
      clock,
      ids,
      nodeId: cluster.nodeId,
      isProcessing: cluster.lifecycle.isProcessing,
    }),
  )
  const fields = starting.use(
    await createFields({
      settings,
      engine,
      metrics,
      clock,
      log: logOf('fields'),
      lookup: indexSets.lookup,
      onIndicesChange: (listener) => settings.onChange(indexCollection.name, listener),
      streams: {
        list: runningStreams.list,
        get: runningStreams.get,
        exists: async (id) => (await runningStreams.list()).some((stream) => stream.id === id),
        onChange: runningStreams.onChange,
      },
      inputs: {
        get: inputs.service.get,
        exists: async (id) => (await inputs.service.list()).some((input) => input.id === id),
        onChange: inputs.onChange,
      },
    }),
  )
  const snapshots = createSnapshots({ indexSets, streams: runningStreams, outputs, inputs, journal })
  const processing = starting.use(
    createProcessing({
      journal,
      engine,
      failures,
      fields: fields.messages,
      tails: deps.tails,
      toOutputs: outputs.stored,
      settings: snapshots.current,
      onSettingsChange: snapshots.onChange,
      lifecycle: cluster.lifecycle,
      metrics,
      throughput,
      clock,
      ids,
      log: logOf('processing'),
      nodeId: cluster.nodeId,
      codecsModule: new URL('../ingest/inputs/codecs.ts', import.meta.url).href,
      ...(config.LOGYARD_WORKERS === 0 ? {} : { workers: config.LOGYARD_WORKERS }),
      onStreamFaulty: (id, faults) => void runningStreams.pauseFaulty(id, faults),
    }),
  )
  snapshots.follow(processing)
  const failureService = createFailureService({ failures, replay: processing.replay, originOf: inputs.originOf })
  const statuses = starting.use(
    createProcessingStatuses({ processing, settings, clock, log: logOf('processing'), nodeId: cluster.nodeId }),
  )

  const running = starting.move()
  return {
    streams: runningStreams,
    fields,
    settled: processing.settled,
    indices: createSearchedIndices({ indexSets, streams: runningStreams }),
    routes(api, apiUrl) {
      indexSetRoutes(api, indexSets)
      indexRoutes(api, indexSets)
      deflectorRoutes(api, indexSets)
      indexerFailureRoutes(api, { failures, timeZone: config.LOGYARD_TIMEZONE })
      failureRoutes(api, {
        failures,
        service: failureService,
        titleOf: inputs.titleOf,
        timeZone: config.LOGYARD_TIMEZONE,
        clock,
      })
      streamRoutes(api, { streams: runningStreams, outputsOf: outputs.summaries, apiUrl })
      outputs.routes(api, apiUrl)
      fields.routes(api)
      inputRoutes(api, inputs, apiUrl)
      journalRoutes(api, { journal, requireNode: cluster.nodes.requireNode })
      clusterFactsRoutes(api, {
        traffic,
        settings,
        indexerStats: () => readIndexerStats(engine),
        streams: runningStreams.list,
        inputs: inputs.service.list,
        outputs: outputs.service.list,
        userCount: async () => (await identity.accounts.read()).stored().length,
        configuration: () =>
          describeConfiguration(folder, {
            threads: processing.inHand().length,
            insertsAtOnce: MAX_INSERTS,
            bufferEntries: BUFFER_ENTRIES,
            regexLimitMs: REGEX_LIMIT_MS,
            maxFaults: MAX_FAULTS,
            outputLimitMs: WRITE_LIMIT_MS,
          }),
      })
      processingRoutes(api, { processing, statuses, nodes: cluster.nodes, nodeId: cluster.nodeId })
    },
    open: inputs.launchAll,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** What processing works by, as of the last change of anything that it depends on. */
function createSnapshots(from: {
  readonly indexSets: IndexSets
  readonly streams: Streams
  readonly outputs: Outputs
  readonly inputs: Inputs
  readonly journal: Journal
}) {
  const { indexSets, streams, outputs, inputs, journal } = from
  // What an earlier life stored is looked for before it is stored again, and nobody finds it in an index that is closed.
  const replaying = indexSets.targets.holdAll()
  journal.noted(journal.replayEndOffset).then(
    () => replaying[Symbol.dispose](),
    () => undefined,
  )
  let held = indexSets.targets.hold()
  let processing: Processing | undefined

  const snapshot = (): ProcessingSettings => {
    const routing = streams.routing()
    const standard = routing.find(({ id }) => id === DEFAULT_STREAM_ID)
    if (standard === undefined) throw new Error('there is no default stream')
    return {
      streams: routing.filter(({ id }) => id !== DEFAULT_STREAM_ID),
      outputGroups: outputs.groups(),
      forwarder: hostname(),
      defaultIndexSetId: standard.indexSetId,
      staticFields: Object.fromEntries(inputs.staticFields()),
      indexTargets: Object.fromEntries(held.targets),
      analyzers: Object.fromEntries(held.analyzers),
      processors: [MESSAGE_FILTER_CHAIN],
    }
  }
  let current = snapshot()

  /** An index stays open until the last message that was routed to it is stored, and no life after this one repeats it. */
  function renew(): void {
    const before = held
    held = indexSets.targets.hold()
    current = snapshot()
    const release = () => before[Symbol.dispose]()
    if (processing === undefined) release()
    else {
      const stored = processing.settled().then(() => journal.noted(journal.committedOffset))
      stored.then(release, release)
    }
  }
  return {
    current: () => current,
    onChange(listener: () => void): Disposable {
      const changed = () => {
        renew()
        listener()
      }
      const listening = new DisposableStack()
      listening.use(streams.onChange(changed))
      listening.use(outputs.onChange(changed))
      listening.use(inputs.onChange(changed))
      listening.use(indexSets.targets.onChange(changed))
      return listening
    },
    follow(running: Processing) {
      processing = running
    },
  }
}
