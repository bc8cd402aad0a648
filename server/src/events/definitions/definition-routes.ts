import * as contract from '@logyard/contract/events/event-definitions'
import { AGGREGATION_FUNCTIONS } from '@logyard/contract/events/processor-configs'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { pageOfList } from '../../http/page-of-list.ts'
import { type ListOptions, pageAnswer, readPage } from '../../http/pagination.ts'
import { serve } from '../../http/serve.ts'
import { validationAnswer } from '../../http/validation-answer.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { EventProcessors } from '../event-processors.ts'
import type { EventDefinitions } from './definition-service.ts'
import type { DefinitionSqlOf } from './definition-sql.ts'
import { definitionAnswer, type StoredDefinition } from './definition-store.ts'

const DEFINITION_LIST: ListOptions = {
  fields: ['id', 'title', 'description'],
  defaultField: 'title',
  sort: 'title',
  sortable: ['title'],
}

export function definitionRoutes(
  api: FastifyInstance,
  deps: {
    readonly definitions: EventDefinitions
    readonly processors: EventProcessors
    readonly sqlOf: DefinitionSqlOf
    readonly execute: (
      caller: Caller,
      definition: StoredDefinition,
      parameters: contract.ExecuteParameters,
      signal: AbortSignal,
    ) => Promise<void>
  },
): void {
  const { definitions, processors } = deps
  serve(api, contract.listEntityTypes, () => ({
    processor_types: ['aggregation-v1'],
    field_provider_types: [...contract.FIELD_PROVIDERS],
    storage_handler_types: [contract.STORAGE_HANDLER],
    aggregation_functions: [...AGGREGATION_FUNCTIONS],
  }))
  serve(api, contract.listProcessorTypes, () =>
    processors.list().map(({ type, name, description }) => ({ type, name, description })),
  )

  serve(api, contract.listEventDefinitions, async ({ caller, query }) => {
    const request = readPage(query, DEFINITION_LIST)
    const { definitions: readable, all } = await definitions.readable(caller)
    const found = pageOfList(readable, request, (definition) => definition)
    const contexts = await Promise.all(found.rows.map(async ({ id }) => [id, await definitions.context(id)] as const))
    return {
      ...pageAnswer(request, found),
      query: query.query ?? '',
      grand_total: all,
      event_definitions: found.rows.map(definitionAnswer),
      context: { scheduler: Object.fromEntries(contexts) },
    }
  })

  const read = async (id: string) => definitionAnswer(await definitions.get(id))
  serve(api, contract.getEventDefinition, ({ params }) => read(params.id))
  serve(api, contract.getEventDefinitionWithContext, async ({ params }) => ({
    event_definition: await read(params.id),
    context: { scheduler: await definitions.context(params.id) },
  }))

  const answer = async (stored: Promise<StoredDefinition>) => definitionAnswer(await stored)
  serve(api, contract.createEventDefinition, ({ caller, body, query }) =>
    answer(definitions.create(caller, body, query.schedule ?? true)),
  )
  serve(api, contract.updateEventDefinition, ({ caller, params, body, query }) =>
    answer(definitions.update(caller, params.id, body, query.schedule ?? true)),
  )
  serve(api, contract.duplicateEventDefinition, ({ caller, params }) =>
    answer(definitions.duplicate(caller, params.id)),
  )
  serve(api, contract.getDefinitionSql, async ({ caller, params, signal }) =>
    deps.sqlOf(caller, await definitions.get(params.id), signal),
  )
  serve(api, contract.deleteEventDefinition, ({ params }) => definitions.delete(params.id))
  serve(api, contract.scheduleEventDefinition, ({ params }) => definitions.setScheduled(params.id, true))
  serve(api, contract.unscheduleEventDefinition, ({ params }) => definitions.setScheduled(params.id, false))
  serve(api, contract.validateEventDefinition, ({ body }) => validationAnswer(definitions.conditionProblems(body)))
  serve(api, contract.executeEventDefinition, async ({ caller, params, body, signal }) =>
    deps.execute(caller, await definitions.get(params.id), body, signal),
  )
  serve(api, contract.bulkEventDefinitions, ({ caller, body }) => runBulk(definitions, caller, body))
}

type BulkAction = (typeof contract.BULK_DEFINITION_ACTIONS)[number]

async function runBulk(
  definitions: EventDefinitions,
  caller: Caller,
  { ids, action }: { readonly ids: readonly string[]; readonly action: BulkAction },
) {
  const done: string[] = []
  const refused: { id: string; reason: string }[] = []
  for (const id of new Set(ids)) {
    try {
      caller.require(`eventdefinitions:${action === 'delete' ? 'delete' : 'edit'}:${id}`)
      await (action === 'delete' ? definitions.delete(id) : definitions.setScheduled(id, action === 'schedule'))
      done.push(id)
    } catch (error) {
      if (!(error instanceof LogyardError)) throw error
      refused.push({ id, reason: error.message })
    }
  }
  return { done, refused }
}
