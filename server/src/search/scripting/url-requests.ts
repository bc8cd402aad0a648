/** Requests for tables whose parameters are in the URL. */
import type {
  AggregationRequest,
  MessagesRequest,
  ScriptGrouping,
  ScriptMetric,
} from '@logyard/contract/search/scripting'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { scriptRefused } from './tabulation.ts'

type List = string | readonly string[] | undefined

interface Asked {
  readonly query?: string
  readonly streams?: List
  readonly timerange?: string
}

interface MessagesParameters extends Asked {
  readonly fields?: List
  readonly from?: number
  readonly size?: number
  readonly sort?: string
  readonly sort_order?: string
}

interface AggregationParameters extends Asked {
  readonly groups?: List
  readonly metrics?: List
}

const itemsOf = (list: List): string[] =>
  [list ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

function rangeOf(text: string | undefined): TimeRange | null {
  if (text === undefined || text.trim() === '') return null
  const [, amount, unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text.trim()) ?? []
  if (amount === undefined) return { type: 'keyword', keyword: text }
  return { type: 'relative', range: Number(amount) * (SECONDS[unit] ?? 1) }
}

const askedOf = ({ query, streams, timerange }: Asked) => ({
  query: query ?? null,
  streams: itemsOf(streams),
  timerange: rangeOf(timerange),
})

export const messagesRequest = (given: MessagesParameters): MessagesRequest => ({
  ...askedOf(given),
  fields: itemsOf(given.fields),
  ...{ from: given.from ?? null, size: given.size ?? null },
  ...{ sort: given.sort ?? null, sort_order: given.sort_order ?? null },
})

export const aggregationRequest = (given: AggregationParameters): AggregationRequest => ({
  ...askedOf(given),
  group_by: itemsOf(given.groups).map(groupingOf),
  metrics: itemsOf(given.metrics).map(metricOf),
})

/** `source` or `source:5`. */
function groupingOf(text: string): ScriptGrouping {
  const [, field, limit] = /^(.+):(\d{1,9})$/.exec(text) ?? []
  return field === undefined ? { field: text } : { field, limit: Number(limit) }
}

/** `count`, `avg:took_ms` or `percentile:took_ms:95`. */
function metricOf(text: string): ScriptMetric {
  const [name = '', field, rank, ...more] = text.split(':')
  if (more.length > 0) throw scriptRefused(`The metric ${text} has too many parts.`)
  if (rank === undefined) return { function: name, field: field ?? null }
  if (!/^\d{1,3}$/.test(rank) || Number(rank) > 100) throw scriptRefused(`${rank} is not a percentile from 0 to 100.`)
  return { function: name, field: field ?? null, configuration: { percentile: Number(rank) } }
}
