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
import type { SearchFlow } from './search.ts'

export const pipelineRunnerFor = (
  { boundedRuns, grok, lookups, clock }: Foundation,
  { streams, inputs }: Pick<Ingest, 'streams' | 'inputs'>,
): PipelineRunner =>
  createPipelineRunner({
    boundedRuns,
    grokPatterns: grok.definitions,
    streams: streams.names,
    inputs: inputs.runningTitles,
    threatIntel: lookups.threatIntel.current,
    lookupTables: lookups.registry.lookups,
    clock,
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
  { lookups, ids, log }: Foundation,
  { pipelines, streams, inputs }: Pick<Ingest, 'pipelines' | 'streams' | 'inputs'>,
  { newestDocuments }: Pick<SearchFlow, 'newestDocuments'>,
  runner: PipelineRunner,
): WiredFlow {
  const parts = { ...pipelines, runner, requireStream: streams.get, isReadableTable: lookups.isReadable }
  const runTrial = createTrials({
    ...parts,
    newestDocuments,
    requireInput: inputs.kind.get,
  })
  return {
    routes(api) {
      simulatorRoutes(api, { ...parts, ids, log: log.child({ subject: 'simulator' }) })
      trialRoutes(api, { runTrial })
    },
  }
}
