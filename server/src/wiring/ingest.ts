/** Wires ingest: index sets, streams and outputs, the journal with its failures, and the inputs that append to it. */
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Failures } from '../ingest/failures/failures.ts'
import { openFailures } from '../ingest/failures/lmdb-failures.ts'
import { inputRoutes } from '../ingest/inputs/input-routes.ts'
import { createInputs, type Inputs } from '../ingest/inputs/inputs.ts'
import type { Journal } from '../ingest/journal/journal.ts'
import { journalRoutes } from '../ingest/journal/journal-routes.ts'
import { watchJournal } from '../ingest/journal/journal-watch.ts'
import { openJournal } from '../ingest/journal/lmdb-journal.ts'
import { createOutputs, type Outputs } from '../outputs/outputs.ts'
import { createSearchedIndices, type SearchedIndices } from '../search/scope/searched-indices.ts'
import { deflectorRoutes } from '../store/index-sets/deflector-routes.ts'
import { indexRoutes } from '../store/index-sets/index-routes.ts'
import { indexSetRoutes } from '../store/index-sets/index-set-routes.ts'
import { createIndexSets, type IndexSets } from '../store/index-sets/index-sets.ts'
import { streamRoutes } from '../streams/stream-routes.ts'
import { createStreams, type Streams } from '../streams/stream-service.ts'
import type { Foundation, WiredFlow } from './area.ts'

export interface Ingest extends WiredFlow, AsyncDisposable {
  readonly indexSets: IndexSets
  readonly streams: Streams
  readonly outputs: Outputs
  readonly journal: Journal
  readonly failures: Failures
  readonly inputs: Inputs
  readonly indices: SearchedIndices
  /** The inputs begin to listen. */
  open(): Promise<void>
}

export async function createIngest(deps: Foundation): Promise<Ingest> {
  const { config, settings, engine, cluster, identity, metrics, clock, ids } = deps
  const logOf = (subject: string) => deps.log.child({ subject })
  await using starting = new AsyncDisposableStack()
  const folder = config.LOGYARD_DATA

  const indexSets = starting.use(
    await createIndexSets({
      settings,
      scheduler: cluster.scheduler,
      engine,
      clock,
      ids,
      log: logOf('index sets'),
      jobs: cluster.jobs,
      notifications: cluster.notifications,
      messages: cluster.messages,
      node: { id: cluster.nodeId, hostname: hostname() },
      isAssigned: async (id) => (await identity.entities.usedBy('index-set', id)).length > 0,
    }),
  )
  const streams = starting.use(
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
  const outputs = starting.use(
    await createOutputs({
      settings,
      identity,
      streams: streams,
      metrics,
      notifications: cluster.notifications,
      clock,
      ids,
      log: logOf('outputs'),
    }),
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
  const running = starting.move()
  return {
    indexSets,
    streams,
    outputs,
    journal,
    failures,
    inputs,
    indices: createSearchedIndices({ indexSets, streams }),
    routes(api, { apiUrl }) {
      indexSetRoutes(api, indexSets)
      indexRoutes(api, indexSets)
      deflectorRoutes(api, indexSets)
      streamRoutes(api, { streams, outputsOf: outputs.summaries, apiUrl })
      outputs.routes(api, apiUrl)
      inputRoutes(api, inputs, apiUrl)
      journalRoutes(api, { journal })
    },
    open: inputs.launchAll,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
