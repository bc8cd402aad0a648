/** The arguments that select messages, which most tools have. */
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { listStreams } from '@logyard/contract/streams/streams'
import { type Static, Type } from 'typebox'
import type { ToolCall } from '../agent-tool.ts'
import { requireExactQuery } from '../masking/require-exact.ts'
import { type OperationClient, OperationRefused } from '../operation-client.ts'

const MAX_QUERY = 10_000
const MAX_RANGE = 200
const MAX_NAME = 1000
const MAX_NAMED_STREAMS = 100
const DEFAULT_RANGE = '1h'

export const selectionArgs = {
  query: Type.Optional(
    Type.String({
      maxLength: MAX_QUERY,
      description:
        'In Lucene syntax, such as `level:<=3 AND source:web-1 AND "connection refused"`. Empty for all messages',
    }),
  ),
  range: Type.Optional(
    Type.String({
      maxLength: MAX_RANGE,
      description:
        'A duration up to now (30s, 15m, 2h, 7d), two instants `2026-01-31T10:00:00Z/2026-01-31T11:00:00Z`, or words such as `yesterday`. 1h by default',
    }),
  ),
  streams: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_NAME }), {
      maxItems: MAX_NAMED_STREAMS,
      description: 'Titles or ids of streams; all readable streams by default',
    }),
  ),
}
const Selection = Type.Object(selectionArgs)
export type SelectionArgs = Static<typeof Selection>

export interface Selected {
  readonly query: string
  readonly timerange: TimeRange
  readonly streams: string[]
}

export async function selectionOf(args: SelectionArgs, { api, masks }: ToolCall): Promise<Selected> {
  const { query = '', range = DEFAULT_RANGE, streams = [] } = args
  requireExactQuery(query, masks)
  return { query, timerange: timeRangeOf(range), streams: await streamIdsOf(streams, api) }
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

export function timeRangeOf(text: string): TimeRange {
  const [, count, unit] = /^\s*(\d{1,6})\s*([smhdw])\s*$/.exec(text) ?? []
  if (count !== undefined) return { type: 'relative', range: Number(count) * SECONDS[unit as keyof typeof SECONDS] }
  const [from, to] = text.split('/').map((part) => part.trim())
  if (from !== undefined && to !== undefined) return { type: 'absolute', from, to }
  return { type: 'keyword', keyword: text }
}

async function streamIdsOf(names: readonly string[], api: OperationClient): Promise<string[]> {
  if (names.length === 0) return []
  const { streams } = await api.call(listStreams, {})
  return names.flatMap((name) => {
    const found = streams.filter(({ id, title }) => id === name || title.toLowerCase() === name.toLowerCase())
    if (found.length === 0) throw new OperationRefused(`There is no stream ${JSON.stringify(name)} that you may read.`)
    return found.map(({ id }) => id)
  })
}
