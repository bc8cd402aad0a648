/**
 * Wires processing: it reads the journal, works by the settings of streams, outputs, inputs and index sets, and stores
 * messages and their fields.
 */
import { hostname } from 'node:os'
import { createFields, type Fields } from '../fields/fields.ts'
import { registerFailureGauges } from '../ingest/failures/failure-metrics.ts'
import { failureRoutes } from '../ingest/failures/failure-routes.ts'
import { createFailureService } from '../ingest/failures/failure-service.ts'
import { indexerFailureRoutes } from '../ingest/failures/indexer-failure-routes.ts'
import { createProcessing } from '../processing/processing.ts'
import { processingRoutes } from '../processing/processing-routes.ts'
import { createProcessingStatuses } from '../processing/processing-status.ts'
import { createSettingsHub } from '../processing/settings/settings-hub.ts'
import { indexCollection } from '../store/index-sets/index-set-store.ts'
import type { Foundation, WiredFlow } from './area.ts'
import type { Ingest } from './ingest.ts'

export interface ProcessingFlow extends WiredFlow, AsyncDisposable {
  readonly fields: Fields
  /** Resolves once every message that is being processed now is stored. */
  settled(): Promise<void>
  /** How many workers there are. */
  workerCount(): number
}

export async function createProcessingFlow(deps: Foundation & { readonly ingest: Ingest }): Promise<ProcessingFlow> {
  const { config, settings, engine, cluster, metrics, throughput, clock, ids } = deps
  const { indexSets, streams, outputs, journal, failures, inputs } = deps.ingest
  const logOf = (subject: string) => deps.log.child({ subject })
  await using starting = new AsyncDisposableStack()

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
        list: streams.list,
        get: streams.get,
        exists: async (id) => (await streams.list()).some((stream) => stream.id === id),
        onChange: streams.onChange,
      },
      inputs: {
        get: inputs.service.get,
        exists: async (id) => (await inputs.service.list()).some((input) => input.id === id),
        onChange: inputs.onChange,
      },
    }),
  )
  const { targets } = indexSets
  const processingSettings = starting.use(
    createSettingsHub({ inputs, streams, targets, outputs, journal, forwarder: hostname() }),
  )
  registerFailureGauges(failures, metrics)
  const processing = starting.use(
    createProcessing({
      journal,
      engine,
      failures,
      fields: fields.messages,
      tails: deps.tails,
      toOutputs: outputs.stored,
      settings: processingSettings,
      lifecycle: cluster.lifecycle,
      metrics,
      throughput,
      clock,
      ids,
      log: logOf('processing'),
      nodeId: cluster.nodeId,
      codecsModule: new URL('../ingest/inputs/codecs.ts', import.meta.url).href,
      ...(config.LOGYARD_WORKERS === 0 ? {} : { workers: config.LOGYARD_WORKERS }),
      onRegexExcluded: ({ id }, faults) => void streams.pauseFaulty(id, faults),
    }),
  )
  const failureService = createFailureService({ failures, replay: processing.replay, originOf: inputs.originOf })
  const statuses = starting.use(
    createProcessingStatuses({ processing, settings, clock, log: logOf('processing'), nodeId: cluster.nodeId }),
  )

  const running = starting.move()
  return {
    fields,
    settled: processing.settled,
    workerCount: () => processing.currentWork().length,
    routes(api) {
      indexerFailureRoutes(api, { failures, timeZone: config.LOGYARD_TIMEZONE })
      failureRoutes(api, {
        failures,
        service: failureService,
        titleOf: inputs.titleOf,
        timeZone: config.LOGYARD_TIMEZONE,
        clock,
      })
      fields.routes(api)
      processingRoutes(api, { processing, statuses, nodes: cluster.nodes, nodeId: cluster.nodeId })
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
