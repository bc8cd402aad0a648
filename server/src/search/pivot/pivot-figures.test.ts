import type { FieldValue } from '@logyard/codecs/codec'
/** Pivots of random messages, compared with a plain loop over these messages. Seeded, so failures are reproducible. */
import type { PivotRow } from '@logyard/contract/search/search-results'
import type { SeriesSpec } from '@logyard/contract/search/search-types'
import { compareCodePoints } from '@logyard/languages/list-query/compare-code-points'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { rounds } from '../../testing/rounds.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { compileScope } from '../scope/message-scope.ts'
import { createSearchEngine, type SearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf } from '../testing/message-table.ts'
import { everythingOutside, readableStreams } from '../testing/readable-streams.ts'
import { createPivotCache, type PivotCache } from './cache/pivot-cache.ts'
import { type AnyPivot, runPivot } from './pivot.ts'

interface Sample {
  readonly atMs: number
  readonly fields: Readonly<Record<string, FieldValue | undefined>>
}

const FROM_MS = Date.parse('2021-03-27T22:00:00.000Z')
const RANGE_MS = 3_600_000

function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = seededRandom(20210609)
const below = (n: number) => Math.floor(random() * n)
const pick = <T>(list: readonly T[]): T => {
  const found = list[below(list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

const LETTERS = ['a', 'B', 'ä', '\u{1f600}', '\u{ff5e}', 'z z']
const samples: readonly Sample[] = Array.from({ length: 400 }, () => ({
  atMs: FROM_MS + below(RANGE_MS),
  fields: {
    ...(random() < 0.9 ? { letter: pick(LETTERS) } : {}),
    ...(random() < 0.9 ? { status: pick([200, 404, 500, 50]) } : {}),
    ...(random() < 0.8 ? { tags: Array.from({ length: 1 + below(3) }, () => pick(['x', 'y', 'z'])) } : {}),
    ...(random() < 0.8 ? { took: below(2) === 0 ? below(100) : Math.round(random() * 1000) / 8 } : {}),
    ...(random() < 0.5 ? { mixed: pick<FieldValue>([1, '1', 2.5, 'two', true]) } : {}),
  },
}))

type Grouping = NonNullable<AnyPivot['row_groups']>[number]
interface Bucket {
  readonly key: string
  readonly order: string | number
  readonly members: readonly Sample[]
}

const valuesOf = ({ fields }: Sample, name: string): readonly unknown[] => {
  const value = fields[name]
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function bucketsOf(members: readonly Sample[], grouping: Grouping): readonly Bucket[] {
  const buckets = new Map<string, { order: string | number; members: Sample[] }>()
  const put = (key: string, order: string | number, sample: Sample) => {
    const bucket = buckets.get(key) ?? { order, members: [] }
    buckets.set(key, bucket)
    if (!bucket.members.includes(sample)) bucket.members.push(sample)
  }
  for (const sample of members) {
    if (grouping.type === 'time') {
      const startMs = Math.floor(sample.atMs / 600_000) * 600_000
      put(new Date(startMs).toISOString(), startMs, sample)
    } else {
      const isNumber = grouping.field === 'status' || grouping.field === 'took'
      for (const value of valuesOf(sample, grouping.field))
        put(String(value), isNumber ? Number(value) : String(value), sample)
    }
  }
  const found = [...buckets].map(([key, bucket]) => ({ key, ...bucket }))
  if (grouping.type !== 'time' || found.length === 0) return found
  const starts = found.map(({ order }) => Number(order))
  const all: Bucket[] = []
  for (let ms = Math.min(...starts); ms <= Math.max(...starts); ms += 600_000) {
    const key = new Date(ms).toISOString()
    all.push(found.find((bucket) => bucket.key === key) ?? { key, order: ms, members: [] })
  }
  return all
}

const numbersOf = (members: readonly Sample[], field: string): readonly number[] =>
  members
    .flatMap((sample) => valuesOf(sample, field))
    .filter((value) => typeof value !== 'boolean')
    .map(Number)
    .filter(Number.isFinite)

function compute(series: SeriesSpec, members: readonly Sample[]): number | null {
  if (series.type === 'count' && (series.field ?? '') === '') return members.length
  const field = series.field ?? ''
  const all = members.flatMap((sample) => valuesOf(sample, field))
  const numbers = numbersOf(members, field)
  const sum = numbers.reduce((a, b) => a + b, 0)
  const mean = sum / numbers.length
  const variance = numbers.length === 0 ? 0 : numbers.reduce((a, b) => a + (b - mean) ** 2, 0) / numbers.length
  switch (series.type) {
    case 'count':
      return all.length
    case 'card':
      return new Set(all.map(String)).size
    case 'sum':
      return sum
    case 'sumofsquares':
      return numbers.reduce((a, b) => a + b * b, 0)
    case 'variance':
      return variance
    case 'stddev':
      return Math.sqrt(variance)
    case 'avg':
      return numbers.length === 0 ? null : mean
    case 'min':
      return numbers.length === 0 ? null : Math.min(...numbers)
    case 'max':
      return numbers.length === 0 ? null : Math.max(...numbers)
    case 'percentile':
      throw new Error('percentiles are not exact')
  }
}

interface Plan {
  readonly rows: readonly Grouping[]
  readonly columns: readonly Grouping[]
  readonly series: readonly SeriesSpec[]
  readonly sort: NonNullable<AnyPivot['sort']>
  readonly rollup: boolean
}

const literal = (series: SeriesSpec) => `${series.type}(${series.field ?? ''})`

function ordered(buckets: readonly Bucket[], grouping: Grouping, { series, sort }: Plan): readonly Bucket[] {
  const entries = sort.filter(({ type, field }) =>
    type === 'pivot' ? field === grouping.field : series.some((one) => literal(one) === field),
  )
  const byKey = (a: Bucket, b: Bucket) =>
    typeof a.order === 'number' && typeof b.order === 'number'
      ? a.order - b.order
      : compareCodePoints(String(a.order), String(b.order))
  const applied = grouping.type === 'time' ? entries.slice(0, 1) : entries
  const sorted = buckets.toSorted((a, b) => {
    for (const { type, field, direction } of applied) {
      const sign = direction === 'Ascending' ? 1 : -1
      const one = series.find((candidate) => literal(candidate) === field)
      const [x, y] = one === undefined ? [null, null] : [compute(one, a.members), compute(one, b.members)]
      const difference =
        type === 'pivot'
          ? byKey(a, b) * sign
          : x === null || y === null
            ? Number(x === null) - Number(y === null)
            : near(x, y)
              ? 0
              : (x - y) * sign
      if (difference !== 0) return difference
    }
    if (applied.length === 0 && grouping.type !== 'time' && a.members.length !== b.members.length)
      return b.members.length - a.members.length
    return byKey(a, b)
  })
  return grouping.type === 'values' ? sorted.slice(0, grouping.limit) : sorted
}

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

function expectedRows(plan: Plan): readonly PivotRow[] {
  const rows: PivotRow[] = []
  const cells = (members: readonly Sample[], key: readonly string[], source: PivotRow['values'][number]['source']) =>
    plan.series.map((one) => ({
      key: [...key, literal(one)],
      value: compute(one, members),
      rollup: source !== 'col-leaf',
      source,
    }))
  const columns = (members: readonly Sample[], key: readonly string[]): PivotRow['values'] => {
    const grouping = plan.columns[key.length]
    if (grouping === undefined) return cells(members, key, 'col-leaf')
    const inner = ordered(bucketsOf(members, grouping), grouping, plan).flatMap((bucket) =>
      columns(bucket.members, [...key, bucket.key]),
    )
    return plan.rollup && key.length > 0 ? [...inner, ...cells(members, key, 'col-inner')] : inner
  }
  const visit = (members: readonly Sample[], key: readonly string[]): void => {
    const grouping = plan.rows[key.length]
    if (grouping === undefined) {
      const values = plan.columns.length === 0 ? [] : columns(members, [])
      rows.push({
        key: [...key],
        source: 'leaf',
        values: plan.rollup ? [...values, ...cells(members, [], 'row-leaf')] : values,
      })
      return
    }
    for (const bucket of ordered(bucketsOf(members, grouping), grouping, plan))
      visit(bucket.members, [...key, bucket.key])
    if (plan.rollup) rows.push({ key: [...key], source: 'non-leaf', values: cells(members, [], 'row-inner') })
  }
  visit(samples, [])
  return rows
}

const TIME: Grouping = { type: 'time', field: 'timestamp', interval: { type: 'timeunit', timeunit: '10m' } }
const FIELDS = ['letter', 'status', 'tags', 'took', 'mixed']

function randomPlan(): Plan {
  const groupings = [TIME, ...FIELDS.map((field): Grouping => ({ type: 'values', field, limit: 1 + below(6) }))]
    .toSorted(() => random() - 0.5)
    .slice(0, below(4))
  const rowCount = below(groupings.length + 1)
  const series: SeriesSpec[] = [{ type: 'count' }]
  for (let n = below(3); n > 0; n--) {
    const type = pick(['avg', 'min', 'max', 'sum', 'sumofsquares', 'stddev', 'variance'] as const)
    series.push(
      pick<SeriesSpec>([
        { type, field: 'took' },
        { type: 'card', field: pick(FIELDS) },
        { type: 'count', field: pick(FIELDS) },
      ]),
    )
  }
  const sort = Array.from({ length: below(3) }, () => {
    const direction = pick(['Ascending', 'Descending'] as const)
    return random() < 0.5
      ? { type: 'pivot' as const, field: pick([...FIELDS, 'timestamp']), direction }
      : { type: 'series' as const, field: literal(pick(series)), direction }
  })
  return {
    rows: groupings.slice(0, rowCount),
    columns: groupings.slice(rowCount),
    series: series.filter((one, place) => series.findIndex((other) => literal(other) === literal(one)) === place),
    sort,
    rollup: random() < 0.7,
  }
}

/** The rows, with the expected figures in place of those that differ only by rounding. */
const withNearFigures = (rows: readonly PivotRow[], expected: readonly PivotRow[]): readonly PivotRow[] =>
  rows.map((row, y) => ({
    ...row,
    values: row.values.map((cell, x) => {
      const figure = expected[y]?.values[x]?.value
      const isNear = typeof cell.value === 'number' && typeof figure === 'number' && near(cell.value, figure)
      return isNear ? { ...cell, value: figure } : cell
    }),
  }))

let under: EngineUnderTest
beforeAll(async () => {
  under = await startTestEngine()
  await insertMessages(
    under.engine,
    samples.map(({ atMs, fields }) => ({ at: new Date(atMs).toISOString(), fields })),
  )
})
afterAll(() => under[Symbol.asyncDispose]())

/** Runs pivots; repeated ones are read from the cache. */
async function pivotClient(pivotCache: PivotCache) {
  const schema = await schemaOf(under.engine)
  const real = createSearchEngine({ engine: under.engine, clock: systemClock })
  const statements: string[] = []
  const engine: SearchEngine = {
    ...real,
    rows(statement, options) {
      statements.push(statement.text)
      return real.rows(statement, options)
    },
  }
  const range = { fromMs: FROM_MS, toMs: FROM_MS + RANGE_MS }
  const scope = { streams: everythingOutside(), range, conditions: [] }
  const ask = (plan: Plan) => {
    statements.length = 0
    return runPivot(
      {
        id: 'p',
        type: 'pivot',
        row_groups: plan.rows,
        column_groups: plan.columns,
        series: [...plan.series],
        sort: plan.sort,
        rollup: plan.rollup,
      },
      {
        scope,
        streams: readableStreams(),
        range,
        isAllMessages: false,
        queryText: { kind: 'all' },
        schema,
        engine,
        signal: AbortSignal.timeout(30_000),
        nowMs: FROM_MS + RANGE_MS,
        from: compileScope(scope, schema, FROM_MS + RANGE_MS),
        covered: () => undefined,
      },
      { pivotCache },
    )
  }
  const read = (what: string) => () => statements.some((sql) => sql.includes(what))
  return { ask, readCache: read('FROM kept.'), readMinutes: read('AS minute') }
}

const isInSeveralGroups = ({ rows, columns }: Plan) =>
  [...rows, ...columns].some((grouping) => grouping.field === 'tags')

test('random pivots have the figures of a plain count, from the messages and from the cache', {
  timeout: 600_000,
}, async () => {
  const { ask, readCache, readMinutes } = await pivotClient(
    createPivotCache({
      ids: createIds(() => new Date()),
      limits: { minRequests: 2, minMessages: 1, maxUncachedMessages: 0, maxBatchMessages: 250 },
    }),
  )
  for (let round = 0; round < rounds(20, 2000); round++) {
    const plan = randomPlan()
    const described = JSON.stringify(plan)
    const expected = expectedRows(plan)
    for (const time of round % 3 === 0 ? (['first', 'second'] as const) : (['first'] as const)) {
      const result = await ask(plan)
      if (time === 'second') expect(readCache(), described).toBe(!isInSeveralGroups(plan) && !readMinutes())
      expect(result.total, described).toBe(samples.length)
      expect(withNearFigures(result.rows ?? [], expected), `${time} time: ${described}`).toEqual(expected)
    }
  }
})
