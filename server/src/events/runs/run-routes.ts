import {
  type DefinitionRuns,
  listDefinitionRuns,
  MAX_OVERVIEW_DEFINITIONS,
  MAX_RUNS,
  MAX_RUNS_OF_OVERVIEW,
  overviewOfRuns,
} from '@logyard/contract/events/definition-runs'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import type { EventDefinitions } from '../definitions/definition-service.ts'
import type { StoredDefinition } from '../definitions/definition-store.ts'
import type { EventProcessors } from '../event-processors.ts'
import { mayReadEvent } from '../may-read-event.ts'
import type { RunStore } from './run-store.ts'

interface RunRoutesDeps {
  readonly definitions: Pick<EventDefinitions, 'find' | 'get'>
  readonly processors: EventProcessors
  readonly runs: RunStore
}

export function runRoutes(api: FastifyInstance, deps: RunRoutesDeps): void {
  const { definitions } = deps
  serve(api, listDefinitionRuns, async ({ caller, params }) =>
    shown(deps, caller, await definitions.get(params.id), MAX_RUNS),
  )
  serve(api, overviewOfRuns, async ({ caller, query }) => {
    const ids = [...new Set(query.ids.split(','))].slice(0, MAX_OVERVIEW_DEFINITIONS)
    const readable = ids.filter((id) => id !== '' && caller.holds(`eventdefinitions:read:${id}`))
    const found = (await Promise.all(readable.map(definitions.find))).filter((one) => one !== undefined)
    const entries = found.map(
      async (definition) => [definition.id, await shown(deps, caller, definition, MAX_RUNS_OF_OVERVIEW)] as const,
    )
    return { definitions: Object.fromEntries(await Promise.all(entries)) }
  })
}

/** Figures are of messages: users who share a definition may not be allowed to read its streams. */
async function shown(
  { runs, processors }: RunRoutesDeps,
  caller: Caller,
  { id, config }: StoredDefinition,
  limit: number,
): Promise<DefinitionRuns> {
  const found = await runs.find(id, limit)
  const processor = processors.find(config)
  if (processor !== undefined && mayReadEvent(caller, processor.streamsOf(config))) return found
  return { ...found, runs: found.runs.map((run) => ({ ...run, figure: null })) }
}
