/** Searches events: by query, time, kind and definition, as far as the caller may see them. */
import type { EventsHistogram, EventsSearchParameters, EventsSearchResult } from '@logyard/contract/events/events'
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { messageReader } from '../../search/messages/message-rows.ts'
import { type ResolvedRange, resolveRange } from '../../search/ranges/resolve-range.ts'
import { EVER, type InstantRange } from '../../search/scope/message-scope.ts'
import { RESULT_WINDOW, resultWindowExceeded } from '../../search/search-errors.ts'
import type { SearchEngine, SearchEngines } from '../../search/statements/search-engine.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import { eventOfMessage } from '../stored/event-row.ts'
import { eventFilters, eventOrder, isAlert } from './event-filters.ts'
import { type EventScope, eventScope } from './event-scope.ts'
import { eventQueryRefused } from './event-search-errors.ts'

export type FoundEvents = Omit<EventsSearchResult, 'context' | 'used_indices'>

export type EventSearch = ReturnType<typeof createEventSearch>

/** Parameters with defaults filled in, as the answer repeats them. */
type Effective = EventsSearchResult['parameters'] & { readonly sort_direction: 'asc' | 'desc' }

const DEFAULT_RANGE = { type: 'relative', range: 3600 } as const
const DEFAULT_PER_PAGE = 10

function effectiveParameters(given: EventsSearchParameters): Effective {
  const { filter } = given
  return {
    query: given.query ?? '',
    page: Math.max(given.page ?? 1, 1),
    per_page: Math.max(given.per_page ?? DEFAULT_PER_PAGE, 0),
    timerange: given.timerange ?? DEFAULT_RANGE,
    filter: { ...filter, alerts: filter?.alerts ?? 'include', event_definitions: filter?.event_definitions ?? [] },
    sort_by: given.sort_by ?? 'timestamp',
    sort_direction: given.sort_direction ?? 'desc',
  }
}

interface Prepared {
  readonly parameters: Effective
  readonly scope: EventScope
  readonly schema: FieldSchema
  readonly range: ResolvedRange
  readonly condition: QueryNode
  readonly filters: readonly Sql[]
}

export function createEventSearch(deps: {
  readonly engine: Pick<SearchEngines, 'of'>
  readonly access: Pick<StreamAccess, 'readable'>
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly allowLeadingWildcard: boolean
  readonly clock: Clock
}) {
  const { engine, clock } = deps

  async function prepare(caller: Caller, given: EventsSearchParameters): Promise<Prepared> {
    const parameters = effectiveParameters(given)
    const nowMs = clock.now().getTime()
    const schema = await deps.schema()
    return {
      parameters,
      schema,
      scope: await eventScope(caller, { ...deps, schema, nowMs }),
      range: resolveRange(parameters.timerange, nowMs),
      condition: parse(parameters.query),
      filters: eventFilters(parameters.filter, schema, nowMs),
    }
  }

  function parse(query: string): QueryNode {
    const { allowLeadingWildcard } = deps
    const parsed = parseQuery(query.trim() === '' ? '*' : query, { allowLeadingWildcard })
    if (!parsed.ok) throw eventQueryRefused(query, parsed.errors)
    return parsed.tree
  }

  return {
    async search(caller: Caller, given: EventsSearchParameters, signal: AbortSignal) {
      const startMs = clock.monotonicMs()
      const prepared = await prepare(caller, given)
      const { page, per_page, sort_by, sort_direction } = prepared.parameters
      const offset = (page - 1) * per_page
      if (offset + per_page > RESULT_WINDOW) throw resultWindowExceeded()
      const from = fromOf(prepared)
      const own = engine.of({ user: caller.userId })
      const order = eventOrder(sort_by, sort_direction, prepared.schema)
      const limit = sql`LIMIT ${sqlInteger(per_page)} OFFSET ${sqlInteger(offset)}`
      const { selection, read } = messageReader(prepared.schema)
      const [rows, counted] = await Promise.all([
        own.rows(sql`SELECT ${selection} FROM ${from} ORDER BY ${order} ${limit}`, { signal }),
        own.rows(sql`SELECT toFloat64(count()) FROM ${from}`, { signal }),
      ])
      const found = rows.map(read)
      return {
        events: found.map((message) => ({
          event: eventOfMessage(message),
          index_name: message.index,
          index_type: 'message' as const,
        })),
        parameters: prepared.parameters,
        total_events: Number(counted[0]?.[0] ?? 0),
        duration: Math.round(clock.monotonicMs() - startMs),
      }
    },
    histogram: async (caller: Caller, given: EventsSearchParameters, signal: AbortSignal) =>
      histogramOf(await prepare(caller, given), engine.of({ user: caller.userId }), signal),
    /** The event with this id, if the caller may see it. */
    async find(caller: Caller, id: string, signal: AbortSignal) {
      const schema = await deps.schema()
      const scope = await eventScope(caller, { ...deps, schema, nowMs: clock.now().getTime() })
      const from = scope.from({ range: EVER, conditions: [], filters: [sql`own_message_id = ${id}`] })
      const own = engine.of({ user: caller.userId })
      const { selection, read } = messageReader(schema)
      const [row] = await own.rows(sql`SELECT ${selection} FROM ${from} LIMIT 1`, { signal })
      return row === undefined ? undefined : eventOfMessage(read(row))
    },
  }
}

const fromOf = ({ scope, range, condition, filters }: Prepared) =>
  scope.from({ range, conditions: [condition], filters })

async function histogramOf(prepared: Prepared, engine: SearchEngine, signal: AbortSignal): Promise<EventsHistogram> {
  const from = fromOf(prepared)
  const range = prepared.range.isAllMessages ? await extentOf(prepared, engine, signal) : prepared.range
  const intervalMs = bucketWidth(range.toMs - range.fromMs)
  const bucket = sql`intDiv(toUnixTimestamp64Milli(timestamp), ${intervalMs}) AS bucket`
  const alert = isAlert(prepared.schema)
  const rows = await engine.rows(
    sql`SELECT ${bucket}, toFloat64(countIf(${alert})), toFloat64(countIf(NOT ${alert}))
      FROM ${from} GROUP BY bucket ORDER BY bucket LIMIT ${MAX_BUCKETS}`,
    { signal },
  )
  return {
    interval_ms: intervalMs,
    from: isoOf(range.fromMs),
    to: isoOf(range.toMs),
    buckets: rows.map(([start, alerts, events]) => ({
      start: isoOf(Number(start) * intervalMs),
      alerts: Number(alerts),
      events: Number(events),
    })),
  }
}

/** Range from the first to the last event. */
async function extentOf(prepared: Prepared, engine: SearchEngine, signal: AbortSignal): Promise<InstantRange> {
  const instant = (column: Sql) => sql`toFloat64(toUnixTimestamp64Milli(${column}))`
  const bounds = sql`${instant(sql`min(timestamp)`)}, ${instant(sql`max(timestamp)`)}`
  const [row] = await engine.rows(sql`SELECT ${bounds}, toFloat64(count()) FROM ${fromOf(prepared)}`, { signal })
  const [first, last, count] = row ?? []
  const { toMs } = prepared.range
  return Number(count) === 0 ? { fromMs: toMs, toMs } : { fromMs: Number(first), toMs: Number(last) }
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

const MAX_BUCKETS = 1000
const WANTED_BUCKETS = 80
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WIDTHS = [
  ...[1, 5, 10, 30].map((n) => n * SECOND_MS),
  ...[1, 5, 10, 30].map((n) => n * MINUTE_MS),
  ...[1, 3, 6, 12].map((n) => n * HOUR_MS),
  ...[1, 7, 30, 365].map((n) => n * DAY_MS),
]

/** A round width with which the range has at most the wanted number of buckets. */
const bucketWidth = (rangeMs: number): number =>
  WIDTHS.find((width) => rangeMs / width <= WANTED_BUCKETS) ?? 10 * 365 * DAY_MS
