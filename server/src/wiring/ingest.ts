/** Wires ingest: the streams, the journal with its failures, and the inputs that append to it. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { extractorRoutes } from '../extractors/extractor-routes.ts'
import { createExtractors, type Extractors } from '../extractors/extractor-service.ts'
import { openFailures } from '../ingest/failures/lmdb-failures.ts'
import { inputRoutes } from '../ingest/inputs/input-routes.ts'
import { createInputs, type Inputs } from '../ingest/inputs/inputs.ts'
import type { Journal } from '../ingest/journal/journal.ts'
import { journalRoutes } from '../ingest/journal/journal-routes.ts'
import { watchJournal } from '../ingest/journal/journal-watch.ts'
import { openJournal } from '../ingest/journal/lmdb-journal.ts'
import { createPipelines, type Pipelines } from '../pipelines/pipelines.ts'
import type { Foundation, RouteContext } from './area.ts'
import { foldersOf } from './folders-of.ts'
import { loggingAs } from './logging-as.ts'
import { createStreamFlow, type StreamFlow } from './streams.ts'

export type Ingest = Awaited<ReturnType<typeof createIngest>>

export async function createIngest(deps: Foundation) {
  await using starting = new AsyncDisposableStack()
  const streamFlow = starting.use(await createStreamFlow(deps))
  const journal = starting.use(startJournal(deps))
  starting.use(watchJournal({ ...loggingAs('journal', deps), journal, lifecycle: deps.cluster.lifecycle }))
  const folder = join(deps.config.LOGYARD_DATA, 'failures')
  const failures = starting.use(openFailures({ folder, clock: deps.clock }))
  const extractors = starting.use(await startExtractors(deps))
  const pipelines = starting.use(await startPipelines(deps, streamFlow))
  const inputs = starting.use(await startInputs(deps, journal, extractors))
  const running = starting.move()
  return {
    ...streamFlow,
    journal,
    failures,
    inputs,
    extractors,
    pipelines,
    async routes(api: FastifyInstance, context: RouteContext) {
      await streamFlow.routes(api, context)
      inputRoutes(api, inputs, context.apiUrl)
      extractorRoutes(api, { extractors, requireInput: inputs.kind.get, apiUrl: context.apiUrl })
      pipelines.routes(api)
      journalRoutes(api, { journal })
    },
    /** The inputs begin to listen. */
    open: inputs.launchAll,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const startJournal = (deps: Foundation): Journal =>
  openJournal({
    ...loggingAs('journal', deps),
    folder: join(deps.config.LOGYARD_DATA, 'journal'),
    sizeLimitBytes: deps.config.LOGYARD_JOURNAL_MB * 2 ** 20,
    ageLimitMs: deps.config.LOGYARD_JOURNAL_HOURS * 3_600_000,
  })

const startExtractors = (deps: Foundation): Promise<Extractors> =>
  createExtractors({
    ...loggingAs('extractors', deps),
    grokPatterns: deps.grok.definitions,
    lookupTables: deps.lookups.registry.lookups,
    isReadableTable: deps.lookups.isReadable,
  })

const startPipelines = (deps: Foundation, { streams }: StreamFlow): Promise<Pipelines> =>
  createPipelines({ ...deps, requireStream: streams.get, streams: streams.names, tableId: deps.lookups.tableId })

const startInputs = (deps: Foundation, journal: Journal, extractors: Extractors): Promise<Inputs> =>
  createInputs({
    ...loggingAs('inputs', deps),
    journal,
    messages: deps.cluster.messages,
    fileFolders: foldersOf(deps.config.LOGYARD_INPUT_FOLDERS),
    extractors,
    isProcessing: deps.cluster.lifecycle.isProcessing,
    isLeader: async () => (await deps.cluster.nodes.self()).is_master,
  })
