import * as contract from '@logyard/contract/events/events'
import { SYSTEM_EVENT_DEFINITION } from '@logyard/contract/events/system-events'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { SearchedIndices } from '../../search/scope/searched-indices.ts'
import type { StoredDefinition } from '../definitions/definition-store.ts'
import type { ReplayEvent } from './event-replay.ts'
import type { EventSearch, FoundEvents } from './event-search.ts'
import { eventNotFound, eventSearchFailed } from './event-search-errors.ts'

export interface EventSearchRoutesDeps {
  readonly search: EventSearch
  readonly replay: ReplayEvent
  readonly indices: Pick<SearchedIndices, 'ofEvents'>
  readonly findDefinition: (id: string) => Promise<StoredDefinition | undefined>
  readonly streams: {
    list(): Promise<readonly { readonly id: string; readonly title: string; readonly description: string | null }[]>
  }
}

export function eventSearchRoutes(api: FastifyInstance, deps: EventSearchRoutesDeps): void {
  const { search, replay } = deps
  serve(api, contract.searchEvents, async ({ caller, body, signal }) => {
    const found = await inSearchShape(search.search(caller, body, signal))
    return { ...found, used_indices: [...(await deps.indices.ofEvents())], context: await contextOf(deps, found) }
  })
  serve(api, contract.getEventsHistogram, ({ caller, body, signal }) =>
    inSearchShape(search.histogram(caller, body, signal)),
  )
  serve(api, contract.replayEvent, async ({ caller, params, signal }) =>
    replay(caller, await visible(caller, params.eventId, signal), signal),
  )

  async function visible(caller: Caller, id: string, signal: AbortSignal) {
    const event = await search.find(caller, id, signal)
    if (event === undefined) throw eventNotFound(id)
    return event
  }
}

/** Clients of the events search read errors of its own shape. */
async function inSearchShape<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof LogyardError && error.kind === 'failed') throw eventSearchFailed(error)
    throw error
  }
}

async function contextOf(deps: EventSearchRoutesDeps, { events }: FoundEvents) {
  const definitionIds = new Set(events.map(({ event }) => event.event_definition_id))
  const streamIds = new Set(events.flatMap(({ event }) => event.streams))
  const stored = await Promise.all([...definitionIds].map(deps.findDefinition))
  const definitions = definitionIds.has(SYSTEM_EVENT_DEFINITION.id) ? [...stored, SYSTEM_EVENT_DEFINITION] : stored
  const streams = (await deps.streams.list()).filter(({ id }) => streamIds.has(id))
  return {
    event_definitions: byId(definitions.flatMap((definition) => definition ?? [])),
    streams: byId(streams),
  }
}

const byId = (
  entities: readonly { readonly id: string; readonly title: string; readonly description: string | null }[],
) =>
  Object.fromEntries(entities.map(({ id, title, description }) => [id, { id, title, description: description ?? '' }]))
