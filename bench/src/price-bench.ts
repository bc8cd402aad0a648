/** Compares the prices of searches with what the engine has read for them. */
import { fileURLToPath } from 'node:url'
import { seededFractions } from '@logyard/codecs/demo/dice'
import { runSearch } from '@logyard/contract/search/search-jobs'
import { priceSearch } from '@logyard/contract/search/search-price'
import type { SearchType } from '@logyard/contract/search/search-types'
import type { SearchDraft } from '@logyard/contract/search/searches'
import { quantile } from './median.ts'
import { type SearchData, type SearchTarget, searchData, startSearchTarget, whenQuiet } from './search-data.ts'

type Print = (line: string) => void

export interface PriceOptions {
  readonly isQuick: boolean
  readonly isFresh: boolean
}

const MESSAGES = 10_000_000
const QUICK_MESSAGES = 2_000_000
const QUESTIONS = 100
/** The goal: within 30 % of what was read. */
const CLOSE = 0.3
/** Differences of this size are those of a few blocks. */
const FEW_ROWS = 20_000
const FEW_BYTES = 2_000_000
const FEW_MS = 50
const HOUR_MS = 3_600_000

const KEPT = fileURLToPath(new URL('../../.cache/bench-search', import.meta.url))

export async function benchPrices(print: Print, { isQuick, isFresh }: PriceOptions): Promise<void> {
  const messages = isQuick ? QUICK_MESSAGES : MESSAGES
  const data = await searchData(KEPT, { messages, isFresh, print, run: 'prices' })
  await using target = await startSearchTarget(data.folder)
  await whenQuiet(target.store, data.messages)
  const results: Result[] = []
  for (const question of questions(data)) {
    const result = await compare(target, question)
    results.push(result)
    print(lineOf(result))
  }
  const shareOf = (isClose: (result: Result) => boolean) =>
    `${((100 * results.filter(isClose).length) / results.length).toFixed(0)} %`
  print(`${data.messages} messages, ${results.length} questions; within 30 % of what was read:`)
  print(
    `  rows ${shareOf(isClose.rows)}, bytes ${shareOf(isClose.bytes)}, both ${shareOf((one) => isClose.rows(one) && isClose.bytes(one))}, time ${shareOf(isClose.ms)}; time within a factor of 2 ${shareOf(isNear)}`,
  )
  const asked = results.map(({ askedMs }) => askedMs)
  print(`  a price takes ${quantile(asked, 0.5).toFixed(0)} ms, p95 ${quantile(asked, 0.95).toFixed(0)} ms`)
}

interface Figures {
  readonly rows: number
  readonly bytes: number
  readonly ms: number
}

interface Question {
  readonly name: string
  readonly draft: SearchDraft
}

interface Result {
  readonly name: string
  readonly price: Figures
  readonly read: Figures
  readonly askedMs: number
}

const within = (price: number, read: number, few: number) => Math.abs(price - read) <= Math.max(few, CLOSE * read)
const isClose = {
  rows: ({ price, read }: Result) => within(price.rows, read.rows, FEW_ROWS),
  bytes: ({ price, read }: Result) => within(price.bytes, read.bytes, FEW_BYTES),
  ms: ({ price, read }: Result) => within(price.ms, read.ms, FEW_MS),
}
const isNear = ({ price, read }: Result) => price.ms <= 2 * read.ms + FEW_MS && read.ms <= 2 * price.ms + FEW_MS

async function compare({ call }: SearchTarget, { name, draft }: Question): Promise<Result> {
  const startMs = performance.now()
  const { price } = await call(priceSearch, { body: { search: draft } })
  const askedMs = performance.now() - startMs
  const { execution } = await call(runSearch, { body: draft })
  const { rows, bytes, milliseconds } = execution.cost
  return {
    name,
    price: { rows: price?.rows ?? 0, bytes: price?.bytes ?? 0, ms: 1000 * (price?.seconds ?? 0) },
    read: { rows: rows ?? 0, bytes: bytes ?? 0, ms: milliseconds },
    askedMs,
  }
}

function lineOf(result: Result): string {
  const { name, price, read, askedMs } = result
  const cell = (priced: number, found: number, isGood: boolean) =>
    `${priced.toPrecision(3).padStart(9)}/${found.toPrecision(3).padStart(9)}${isGood ? '  ' : ' !'}`
  return `${name.slice(0, 58).padEnd(58)} rows ${cell(price.rows, read.rows, isClose.rows(result))} bytes ${cell(price.bytes, read.bytes, isClose.bytes(result))} ms ${cell(price.ms, read.ms, isClose.ms(result))} asked ${askedMs.toFixed(0)} ms`
}

/** Every form with several values and ranges, in an order that mixes them. */
function questions(data: SearchData): readonly Question[] {
  const random = seededFractions(7)
  const forms = Object.entries(FORMS).flatMap(([form, textOf]) =>
    HOURS.flatMap((hours) => SHAPES.map((shape) => ({ form, textOf, hours, shape }))),
  )
  const mixed = forms.map((form) => ({ form, at: random() })).toSorted((a, b) => a.at - b.at)
  return mixed.slice(0, QUESTIONS).map(({ form: { form, textOf, hours, shape } }) => {
    const text = textOf(Math.floor(random() * 1000))
    const toMs = data.toMs - Math.floor(random() * 3) * HOUR_MS
    const streams = random() < STREAM_SHARE ? [data.streams['Web'] ?? ''] : []
    const types = SEARCH_TYPES[shape]
    return {
      name: `${form} ${hours} h ${shape}${streams.length > 0 ? ' stream' : ''} ${text}`,
      draft: draftOf(text, { fromMs: toMs - hours * HOUR_MS, toMs }, streams, types),
    }
  })
}

const HOURS = [2, 24, 72, 168]
const STREAM_SHARE = 0.25
const NAMES = ['anna', 'ben', 'clara', 'deniz', 'elif', 'felix', 'greta', 'hugo']
const nameOf = (n: number) => NAMES[n % NAMES.length] ?? ''

const FORMS: Readonly<Record<string, (n: number) => string>> = {
  everything: () => '',
  word: (n) => ['order', 'cart', 'timeout', 'refused', 'signed'][n % 5] ?? '',
  'two words': (n) => `order AND ${nameOf(n)}`,
  'word of message': (n) => `message:${['order', 'cart', 'failed', 'search'][n % 4]}`,
  phrase: (n) => `message:"cart of ${nameOf(n)}.rossi"`,
  'value of field': (n) => `http_method:${['GET', 'POST', 'DELETE'][n % 3]}`,
  'rare value': (n) => `trace_id:4f${n}a9`,
  'range of numbers': (n) => `took_ms:>${500 + 4 * n}`,
  prefix: (n) => `user:${nameOf(n)}.r*`,
  pattern: (n) => `http_path:/\\/products\\/1[0-9]+${n % 10}/`,
  'pattern of message': (n) => `message:/.*s${n % 10}.*/`,
  exists: () => '_exists_:client_ip',
  not: (n) => `NOT http_status:${[200, 302, 404][n % 3]}`,
}

const count = { type: 'count', id: 'count()' } as const
const list: SearchType = { id: 'list', type: 'messages', limit: 150, offset: 0 }
const histogram: SearchType = {
  id: 'histogram',
  type: 'pivot',
  row_groups: [{ type: 'time', field: 'timestamp', interval: { type: 'auto' } }],
  series: [count],
  sort: [],
  rollup: true,
}
const SEARCH_TYPES = {
  page: [list, histogram],
  top: [
    {
      id: 'top',
      type: 'pivot',
      row_groups: [{ type: 'values', field: 'client_ip', limit: 10 }],
      series: [count],
      sort: [],
      rollup: true,
    },
  ],
  figures: [
    {
      id: 'figures',
      type: 'pivot',
      row_groups: [{ type: 'values', field: 'http_route', limit: 15 }],
      series: [
        { type: 'avg', id: 'avg(took_ms)', field: 'took_ms' },
        { type: 'percentile', id: 'percentile(took_ms,95)', field: 'took_ms', percentile: 95 },
      ],
      sort: [],
      rollup: true,
    },
  ],
} satisfies Readonly<Record<string, SearchType[]>>
const SHAPES = ['page', 'page', 'top', 'figures'] as const

const at = (ms: number) => new Date(ms).toISOString()

const draftOf = (
  text: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  streams: readonly string[],
  search_types: SearchType[],
): SearchDraft => ({
  id: 'b'.repeat(24),
  parameters: [],
  queries: [
    {
      id: 'q',
      query: { type: 'elasticsearch', query_string: text },
      timerange: { type: 'absolute', from: at(fromMs), to: at(toMs) },
      ...(streams.length === 0
        ? {}
        : { filter: { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) } as const }),
      search_types,
    },
  ],
})
