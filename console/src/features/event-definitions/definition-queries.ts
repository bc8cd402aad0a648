import {
  type EventDefinition,
  getEventDefinitionWithContext,
  listEventDefinitions,
  type SchedulerContext,
} from '@logyard/contract/events/event-definitions'
import { EVENT_DEFINITIONS_KEY } from '../../alerting/alerting-keys.ts'
import type { Call } from '../../api/api-client.ts'
import { pickQuery } from '../../api/call-query.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { pageQuery } from '../../ui/data-table/page-query.ts'

export interface DefinitionRow {
  readonly definition: EventDefinition
  readonly scheduler: SchedulerContext
}

const NOT_SCHEDULED: SchedulerContext = {
  is_scheduled: false,
  status: null,
  next_time: null,
  triggered_at: null,
  data: null,
  problem: null,
}

export const definitionsQuery = (call: Call, position: ListPosition) =>
  pageQuery(call, EVENT_DEFINITIONS_KEY, position, async (call, { page, per_page, query }) => {
    const found = await call(listEventDefinitions, { query: { page, per_page, query } })
    const rows = found.event_definitions.map(
      (definition): DefinitionRow => ({
        definition,
        scheduler: found.context.scheduler[definition.id] ?? NOT_SCHEDULED,
      }),
    )
    return { rows, total: found.total }
  })

export const definitionQuery = (call: Call, id: string) =>
  pickQuery(
    call,
    [...EVENT_DEFINITIONS_KEY, 'one', id],
    ({ event_definition, context }): DefinitionRow => ({ definition: event_definition, scheduler: context.scheduler }),
    getEventDefinitionWithContext,
    { params: { id } },
  )
