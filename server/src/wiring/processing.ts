/**
 * Wires processing: it reads the journal, works by the settings of streams, outputs, inputs and index sets, and stores
 * messages and their fields.
 */
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { createFields, type Fields } from '../fields/fields.ts'
import { registerFailureGauges } from '../ingest/failures/failure-metrics.ts'
import { failureRoutes } from '../ingest/failures/failure-routes.ts'
import { createFailureService } from '../ingest/failures/failure-service.ts'
import { indexerFailureRoutes } from '../ingest/failures/indexer-failure-routes.ts'
import { createGeoIp } from '../lookup/geoip/geoip-settings.ts'
import { createPipelineRuns, type PipelineRuns } from '../pipelines/metrics/pipeline-runs.ts'
import { createMessageFilters, type MessageFilters } from '../processing/filters/message-filters.ts'
import { MESSAGE_PROCESSORS } from '../processing/message-processors.ts'
import { createProcessing, type Processing } from '../processing/processing.ts'
import { processingRoutes } from '../processing/processing-routes.ts'
import { createProcessingStatuses } from '../processing/processing-status.ts'
import { createProcessorOrder } from '../processing/processor-order.ts'
import { createSettingsHub, type SettingsHub } from '../processing/settings/settings-hub.ts'
import { indexCollection } from '../store/index-sets/index-set-store.ts'
import type { Foundation } from './area.ts'
import type { Ingest } from './ingest.ts'
import { loggingAs } from './logging-as.ts'

export type ProcessingFlow = Awaited<ReturnType<typeof createProcessingFlow>>

interface ProcessingDeps extends Foundation {
  readonly ingest: Ingest
}

export async function createProcessingFlow(deps: ProcessingDeps) {
  const { config, cluster, nodeId, clock } = deps
  const { indexSets, inputs, failures } = deps.ingest
  await using starting = new AsyncDisposableStack()
  const fields = starting.use(await startFields(deps))
  registerFailureGauges(failures, deps.metrics)
  const { published } = deps.ingest.pipelines
  const processorOrder = starting.use(
    await createProcessorOrder({ ...loggingAs('processing', deps), processors: MESSAGE_PROCESSORS }),
  )
  const geoIp = starting.use(await createGeoIp({ ...loggingAs('geoip', deps), files: deps.lookups.files }))
  const filters = createMessageFilters()
  const pipelineRuns = starting.use(await createPipelineRuns({ ...loggingAs('pipelines', deps), published }))
  const hub = starting.use(
    createSettingsHub({
      ...deps.ingest,
      grok: deps.grok,
      targets: indexSets.targets,
      forwarder: hostname(),
      pipelines: { settings: published.current, onChange: published.onChange },
      threatIntel: deps.lookups.threatIntel,
      geoIp,
      fieldColumns: fields.columns,
      filters: { settings: () => filters.settings(fields.storedTypes()), onChange: filters.onChange },
      processors: processorOrder,
    }),
  )
  const processing = starting.use(startProcessing(deps, { fields, settings: hub, pipelines: pipelineRuns, filters }))
  const service = createFailureService({ failures, replay: processing.replay, originOf: inputs.originOf })
  const statuses = starting.use(createProcessingStatuses({ ...loggingAs('processing', deps), processing }))

  const running = starting.move()
  return {
    fields,
    /** Resolves once every message that is being processed now is stored. */
    settled: processing.settled,
    /** Everything received up to this instant is stored; milliseconds. */
    storedUntilMs: processing.storedUntilMs,
    /** Runs what stores messages without the journal, as soon as processing is not paused. */
    whileRunning: processing.control.whileRunning,
    workerCount: processing.workerCount,
    /** Queries that every message is tested against, for those who wait for one. */
    filters,
    routes(api: FastifyInstance) {
      const timeZone = config.LOGYARD_TIMEZONE
      indexerFailureRoutes(api, { failures, timeZone })
      failureRoutes(api, { failures, service, titleOf: inputs.titleOf, timeZone, clock })
      fields.routes(api)
      processingRoutes(api, { processing, statuses, processorOrder, nodes: cluster.nodes, nodeId })
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function startFields(deps: ProcessingDeps): Promise<Fields> {
  const { indexSets, streams, inputs } = deps.ingest
  return createFields({
    ...loggingAs('fields', deps),
    lookup: indexSets.lookup,
    onIndicesChange: (listener) => deps.settings.onChange(indexCollection.name, listener),
    onOldMessagesGone: indexSets.rewriting.onEnd,
    streams: {
      list: streams.list,
      get: streams.get,
      exists: async (id) => (await streams.list()).some((stream) => stream.id === id),
      onChange: streams.onChange,
    },
    inputs: {
      get: inputs.kind.get,
      exists: async (id) => (await inputs.kind.list()).some((input) => input.id === id),
      onChange: inputs.onChange,
    },
  })
}

function startProcessing(
  deps: ProcessingDeps,
  parts: {
    readonly fields: Fields
    readonly settings: SettingsHub
    readonly pipelines: PipelineRuns
    readonly filters: MessageFilters
  },
): Processing {
  const { fields, pipelines } = parts
  const { LOGYARD_WORKERS: workers } = deps.config
  const { journal, failures, outputs, streams, extractors } = deps.ingest
  return createProcessing({
    ...loggingAs('processing', deps),
    ...parts,
    journal,
    failures,
    fields: fields.messages,
    toOutputs: outputs.stored,
    lifecycle: deps.cluster.lifecycle,
    activeNodes: deps.cluster.nodes.activeCount,
    lookups: deps.lookups.registry,
    codecsModule: new URL('../ingest/inputs/codecs.ts', import.meta.url).href,
    ...(workers === 0 ? {} : { workers }),
    extractors: extractors.runs,
    onRegexExcluded({ kind, id }, faults) {
      if (kind === 'stream') void streams.pauseFaulty(id, faults)
      else if (kind === 'extractor') void extractors.runs.excluded(id, faults)
      else void pipelines.excluded(id, faults)
    },
  })
}
