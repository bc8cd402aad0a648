/** Wires ingest: the streams, the journal with its failures, and the inputs that append to it. */
import { join } from 'node:path'
import { extractorRoutes } from '../extractors/extractor-routes.ts'
import { createExtractors, type Extractors } from '../extractors/extractor-service.ts'
import type { Failures } from '../ingest/failures/failures.ts'
import { openFailures } from '../ingest/failures/lmdb-failures.ts'
import { inputRoutes } from '../ingest/inputs/input-routes.ts'
import { createInputs, type Inputs } from '../ingest/inputs/inputs.ts'
import type { Journal } from '../ingest/journal/journal.ts'
import { journalRoutes } from '../ingest/journal/journal-routes.ts'
import { watchJournal } from '../ingest/journal/journal-watch.ts'
import { openJournal } from '../ingest/journal/lmdb-journal.ts'
import { createPipelines, type Pipelines } from '../pipelines/pipelines.ts'
import type { Foundation } from './area.ts'
import { foldersOf } from './folders-of.ts'
import { createStreamFlow, type StreamFlow } from './streams.ts'

export interface Ingest extends Omit<StreamFlow, 'open'> {
  readonly journal: Journal
  readonly failures: Failures
  readonly inputs: Inputs
  readonly extractors: Extractors
  readonly pipelines: Pipelines
  /** The inputs begin to listen. */
  open(): Promise<void>
}

export async function createIngest(deps: Foundation): Promise<Ingest> {
  await using starting = new AsyncDisposableStack()
  const streamFlow = starting.use(await createStreamFlow(deps))
  const journal = starting.use(startJournal(deps))
  starting.use(startJournalWatch(deps, journal))
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
    async routes(api, context) {
      await streamFlow.routes(api, context)
      inputRoutes(api, inputs, context.apiUrl)
      extractorRoutes(api, { extractors, requireInput: inputs.kind.get, apiUrl: context.apiUrl })
      pipelines.routes(api)
      journalRoutes(api, { journal })
    },
    open: inputs.launchAll,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function startJournal({ config, clock, clockWatch, log }: Foundation): Journal {
  return openJournal({
    folder: join(config.LOGYARD_DATA, 'journal'),
    clock,
    log: log.child({ subject: 'journal' }),
    sizeLimitBytes: config.LOGYARD_JOURNAL_MB * 2 ** 20,
    ageLimitMs: config.LOGYARD_JOURNAL_HOURS * 3_600_000,
    isClockSteady: clockWatch.isSteady,
  })
}

function startJournalWatch({ cluster, metrics, clock, log }: Foundation, journal: Journal): Disposable {
  return watchJournal({
    journal,
    metrics,
    notifications: cluster.notifications,
    lifecycle: cluster.lifecycle,
    clock,
    log: log.child({ subject: 'journal' }),
  })
}

function startExtractors({
  settings,
  cluster,
  metrics,
  boundedRuns,
  grok,
  lookups,
  clock,
  ids,
  log,
}: Foundation): Promise<Extractors> {
  return createExtractors({
    settings,
    metrics,
    notifications: cluster.notifications,
    ids,
    log: log.child({ subject: 'extractors' }),
    boundedRuns,
    grokPatterns: grok.definitions,
    lookupTables: lookups.registry.lookups,
    isReadableTable: lookups.isReadable,
    clock,
  })
}

function startPipelines(deps: Foundation, { streams }: StreamFlow): Promise<Pipelines> {
  return createPipelines({
    ...deps,
    requireStream: streams.get,
    streams: streams.names,
    tableId: deps.lookups.tableId,
  })
}

function startInputs(deps: Foundation, journal: Journal, extractors: Extractors): Promise<Inputs> {
  const { config, settings, cluster, metrics, crashGuard, clock, ids, log } = deps
  return createInputs({
    settings,
    crashGuard,
    journal,
    metrics,
    notifications: cluster.notifications,
    messages: cluster.messages,
    log: log.child({ subject: 'inputs' }),
    clock,
    ids,
    nodeId: cluster.nodeId,
    fileFolders: foldersOf(config.LOGYARD_INPUT_FOLDERS),
    extractors,
    isProcessing: cluster.lifecycle.isProcessing,
  })
}
