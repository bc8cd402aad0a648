/** Wires the runs of pipelines that users ask for: the simulator, trials on stored messages, and the decorator. */
import { createPipelineDecorator } from '../pipelines/runs/pipeline-decorator.ts'
import { createPipelineRunner, type PipelineRunner } from '../pipelines/runs/pipeline-runner.ts'
import { simulatorRoutes } from '../pipelines/runs/simulator-routes.ts'
import { trialRoutes } from '../pipelines/runs/trial-routes.ts'
import { createTrials } from '../pipelines/runs/trial-service.ts'
import { listStoredDecorators } from '../search/decorators/decorator-service.ts'
import type { DecoratorType } from '../search/decorators/decorator-type.ts'
import { createLookupTableDecorator } from '../search/decorators/lookup-table-decorator.ts'
import type { Foundation, WiredFlow } from './area.ts'
import type { Ingest } from './ingest.ts'
import { loggingAs } from './logging-as.ts'
import type { SearchFlow } from './search.ts'

export const pipelineRunnerFor = (
  deps: Foundation,
  { streams, inputs }: Pick<Ingest, 'streams' | 'inputs'>,
): PipelineRunner =>
  createPipelineRunner({
    ...deps,
    grokPatterns: deps.grok.definitions,
    streams: streams.names,
    inputs: inputs.runningTitles,
    threatIntel: deps.lookups.threatIntel.current,
    lookupTables: deps.lookups.registry.lookups,
  })

export const lookupTableDecoratorFor = ({ settings, lookups }: Foundation): DecoratorType =>
  createLookupTableDecorator({
    tables: lookups.registry.lookups,
    isReadable: lookups.isReadable,
    readable: lookups.readable,
    storedDecorators: () => listStoredDecorators(settings),
  })

export const pipelineDecoratorFor = (
  { settings, lookups }: Foundation,
  { pipelines }: Pick<Ingest, 'pipelines'>,
  runner: PipelineRunner,
): DecoratorType =>
  createPipelineDecorator({
    ...pipelines,
    runner,
    isReadableTable: lookups.isReadable,
    storedDecorators: () => listStoredDecorators(settings),
  })

export function createPipelineTries(
  deps: Foundation,
  { pipelines, streams, inputs }: Pick<Ingest, 'pipelines' | 'streams' | 'inputs'>,
  { newestDocuments }: Pick<SearchFlow, 'newestDocuments'>,
  runner: PipelineRunner,
): WiredFlow {
  const parts = { ...pipelines, runner, requireStream: streams.get, isReadableTable: deps.lookups.isReadable }
  const runTrial = createTrials({ ...parts, newestDocuments, requireInput: inputs.kind.get })
  return {
    routes(api) {
      simulatorRoutes(api, { ...loggingAs('simulator', deps), ...parts })
      trialRoutes(api, { runTrial })
    },
  }
}
