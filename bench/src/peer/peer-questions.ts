/** The sixteen questions of the comparison, each for both products. */
import type { PivotResult } from '@logyard/contract/search/search-results'
import type { Pivot } from '@logyard/contract/search/search-types'
import type { LogyardClient } from './logyard-target.ts'
import type { Answer } from './peer-product.ts'
import type { QuestionValues } from './question-values.ts'
import type { VictoriaLogsClient } from './victoria-logs.ts'

export interface PeerQuestion {
  readonly name: string
  logyard(client: LogyardClient, values: QuestionValues): Promise<Answer>
  victoriaLogs(client: VictoriaLogsClient, values: QuestionValues): Promise<Answer>
  /** The share by which the figures may differ, because a product estimates. */
  readonly tolerance?: number
}

type Text = (values: QuestionValues) => string

/** A page of messages with its total. */
const messages = (name: string, query: Text, filter: Text): PeerQuestion => ({
  name,
  logyard: (client, values) => client.messages(query(values), values.range),
  victoriaLogs: (client, values) => client.messages(filter(values), values.range),
})

const messageQuestions: readonly PeerQuestion[] = [
  messages(
    'newest page',
    () => '',
    () => '*',
  ),
  messages(
    'rare word',
    ({ rareWord }) => `message:${rareWord}`,
    ({ rareWord }) => `"${rareWord}"`,
  ),
  messages(
    'frequent word',
    ({ word }) => `message:${word}`,
    ({ word }) => `"${word}"`,
  ),
  messages(
    'rare field value',
    ({ traceId }) => `trace_id:${traceId}`,
    ({ traceId }) => `trace_id:"${traceId}"`,
  ),
  messages(
    'phrase',
    ({ phrase }) => `message:"${phrase}"`,
    ({ phrase }) => `"${phrase}"`,
  ),
  messages(
    'word and field',
    ({ word, service }) => `message:${word} AND service:${service}`,
    ({ word, service }) => `"${word}" service:"${service}"`,
  ),
  messages(
    'prefix',
    ({ prefix }) => `message:${prefix}*`,
    ({ prefix }) => `"${prefix}"*`,
  ),
  messages(
    'regex on the message',
    ({ pattern }) => `message:/${pattern}/`,
    ({ pattern }) => `~"\\\\b${pattern}\\\\b"`,
  ),
  messages(
    'numeric range',
    ({ tookFromMs, tookToMs }) => `took_ms:[${tookFromMs} TO ${tookToMs}]`,
    ({ tookFromMs, tookToMs }) => `took_ms:range[${tookFromMs}, ${tookToMs}]`,
  ),
  messages(
    'not',
    ({ service }) => `NOT service:${service}`,
    ({ service }) => `!service:"${service}"`,
  ),
]

const count = { type: 'count', id: 'count()' } as const
const byValues = (field: string, limit: number) => ({ type: 'values', field, limit }) as const
/** More than the values of the fields that are grouped by. */
const ALL_VALUES = 20
const DISTINCT_TOLERANCE = 0.03
const AVERAGE_TOLERANCE = 0.001
/** VictoriaLogs counts the whole interval in which the range starts. */
const HISTOGRAM_TOLERANCE = 0.0001

const histogram = (name: string, query: Text, filter: Text): PeerQuestion => ({
  name,
  tolerance: HISTOGRAM_TOLERANCE,
  async logyard(client, values) {
    const interval = { type: 'timeunit', timeunit: values.interval } as const
    const row_groups: Pivot['row_groups'] = [{ type: 'time', field: 'timestamp', interval }]
    const { total } = await client.pivot(query(values), values.range, { row_groups, series: [count] })
    return { total }
  },
  victoriaLogs: async (client, values) => ({
    total: await client.histogram(filter(values), values.range, values.interval),
  }),
})

/** The values of a series for the groups of the innermost level. */
const leavesOf = ({ rows = [] }: PivotResult, series: string): readonly number[] =>
  rows
    .filter(({ source }) => source === 'leaf')
    .flatMap(({ values }) => values.filter(({ key }) => key.at(-1) === series).map(({ value }) => Number(value)))

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
const average = (values: readonly number[]) => sum(values) / values.length

const aggregations: readonly PeerQuestion[] = [
  histogram(
    'histogram of all',
    () => '',
    () => '*',
  ),
  histogram(
    'histogram of a word',
    ({ word }) => `message:${word}`,
    ({ word }) => `"${word}"`,
  ),
  {
    name: 'top 10 of many values',
    async logyard(client, { range }) {
      const result = await client.pivot('', range, { row_groups: [byValues('client_ip', 10)], series: [count] })
      return { total: sum(leavesOf(result, count.id)) }
    },
    async victoriaLogs(client, { range }) {
      const query = '* | stats by (client_ip) count() as hits | sort by (hits desc) limit 10'
      const rows = await client.rows(query, range)
      return { total: sum(rows.map(({ hits }) => Number(hits))) }
    },
  },
  {
    name: 'average and p95 by group',
    tolerance: AVERAGE_TOLERANCE,
    async logyard(client, { range }) {
      const result = await client.pivot('', range, {
        row_groups: [byValues('service', ALL_VALUES)],
        series: [
          { type: 'avg', id: 'average', field: 'took_ms' },
          { type: 'percentile', id: 'p95', field: 'took_ms', percentile: 95 },
        ],
      })
      return { total: average(leavesOf(result, 'average')) }
    },
    victoriaLogs: async (client, { range }) => ({
      total: average(
        await client.stats(
          '*',
          range,
          'by (service) avg(took_ms) as average, quantile(0.95, took_ms) as p95',
          'average',
        ),
      ),
    }),
  },
  {
    name: 'two groups',
    async logyard(client, { range }) {
      const row_groups = [byValues('service', ALL_VALUES), byValues('level', ALL_VALUES)]
      return { total: sum(leavesOf(await client.pivot('', range, { row_groups, series: [count] }), count.id)) }
    },
    victoriaLogs: async (client, { range }) => ({
      total: sum(await client.stats('*', range, 'by (service, level) count() as hits', 'hits')),
    }),
  },
  {
    name: 'distinct count',
    tolerance: DISTINCT_TOLERANCE,
    async logyard(client, { range }) {
      const { rows = [] } = await client.pivot('', range, {
        row_groups: [],
        series: [{ type: 'card', id: 'users', field: 'user' }],
      })
      return { total: Number(rows[0]?.values[0]?.value) }
    },
    victoriaLogs: async (client, { range }) => ({
      total: sum(await client.stats('*', range, 'count_uniq(user) as users', 'users')),
    }),
  },
]

/** Questions about all fields, which VictoriaLogs asks of its one field of texts. */
export const fieldQuestions: readonly Pick<PeerQuestion, 'name' | 'logyard'>[] = [
  { name: 'rare value in all fields', query: ({ traceId }: QuestionValues) => traceId },
  { name: 'word in all fields', query: ({ word }: QuestionValues) => word },
  { name: 'wildcard in all fields', query: ({ prefix }: QuestionValues) => `*${prefix.slice(1)}*` },
  { name: 'regex in all fields', query: ({ pattern }: QuestionValues) => `/${pattern}/` },
].map(({ name, query }) => ({ name, logyard: (client, values) => client.messages(query(values), values.range) }))

export const peerQuestions: readonly PeerQuestion[] = [...messageQuestions, ...aggregations]
