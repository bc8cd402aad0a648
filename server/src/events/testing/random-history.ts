/** Random messages, and a random definition over them. */
import { type SeededRandom, seededRandom } from '@logyard/codecs/testing/seeded-random'
import type { Comparison, Expression } from '@logyard/contract/events/expressions'
import type { AggregationConfig, AggregationFunction } from '@logyard/contract/events/processor-configs'

export interface HistoryMessage {
  readonly atMs: number
  /** When it is stored. */
  readonly arrivesMs: number
  readonly streams: readonly string[]
  readonly fields: Readonly<Record<string, string | number>>
}

export interface Selection {
  readonly query: string
  matches(fields: HistoryMessage['fields']): boolean
}

export interface History {
  readonly messages: readonly HistoryMessage[]
  readonly config: AggregationConfig
  readonly selection: Selection
  /** The definition is enabled at this instant. */
  readonly enabledMs: number
  readonly streams: readonly [string, string]
}

interface Period {
  readonly startMs: number
  readonly lengthMs: number
  /** A part of the messages comes so much later; 0 for none. */
  readonly laterMs: number
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

const SELECTIONS: readonly Selection[] = [
  { query: '', matches: () => true },
  { query: 'level:3', matches: ({ level }) => level === 3 },
  { query: 'level:>=4', matches: ({ level }) => Number(level) >= 4 },
  { query: 'user:ann', matches: ({ user }) => user === 'ann' },
  { query: 'NOT user:bob', matches: ({ user }) => user !== 'bob' },
  { query: '_exists_:took', matches: ({ took }) => took !== undefined },
  { query: 'user:ann OR level:5', matches: ({ user, level }) => user === 'ann' || level === 5 },
]
const USERS = ['ann', 'bob', 'cat'] as const
const HOSTS = ['web-1', 'web-2'] as const
const WINDOWS_MS = [20_000, 60_000, 60_000, 90_000, 120_000, 300_000, 45_500] as const
const NUMERIC = ['sum', 'min', 'max', 'avg', 'sumofsquares'] as const
const COMPARISONS: readonly Comparison[] = ['<', '<=', '>', '>=', '==']

/** `number` makes the streams of a history its own. */
export function randomHistory(seed: number, options: Period & { readonly number: number }): History {
  const random = seededRandom(seed)
  const streams = [streamId(2 * options.number), streamId(2 * options.number + 1)] as const
  return {
    messages: randomMessages(random, options, streams),
    ...randomCondition(random, streams),
    enabledMs: options.startMs + random.below(3 * MINUTE_MS),
    streams,
  }
}

const streamId = (number: number) => `5f${number.toString(16).padStart(22, '0')}`

const chance = (random: SeededRandom, percent: number) => random.below(100) < percent

/** No two messages have the same time, so that their order is known. */
function randomMessages(
  random: SeededRandom,
  { startMs, lengthMs, laterMs }: Period,
  [first, second]: readonly [string, string],
): readonly HistoryMessage[] {
  const times = new Set<number>()
  const busyMs = 1 + random.below(lengthMs)
  for (let count = 10 + random.below(120); count > 0; count -= 1) {
    // Whole seconds and their neighbours fall on the ends of windows.
    const onEdge = random.pick([0, 0, -1, 1, random.below(SECOND_MS)])
    const within = chance(random, 70) ? busyMs : lengthMs
    const second = Math.floor(random.below(within + MINUTE_MS) / SECOND_MS)
    times.add(startMs - MINUTE_MS + SECOND_MS * second + onEdge + random.pick([0, laterMs]))
  }
  return [...times].toSorted().map((atMs) => ({
    atMs,
    arrivesMs: atMs + lateness(random),
    streams: random.pick([[first], [first], [second], [first, second]]),
    fields: {
      level: 1 + random.below(6),
      ...(chance(random, 85) ? { user: random.pick(USERS) } : {}),
      ...(chance(random, 85) ? { host: random.pick(HOSTS) } : {}),
      ...(chance(random, 70) ? { took: random.below(50) } : {}),
    },
  }))
}

function lateness(random: SeededRandom): number {
  if (chance(random, 60)) return 0
  return random.pick([500, 5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, -5 * SECOND_MS])
}

function randomCondition(
  random: SeededRandom,
  streams: readonly [string, string],
): Pick<History, 'config' | 'selection'> {
  const selection = random.pick(SELECTIONS)
  const isFilter = chance(random, 30)
  const windowMs = random.pick(WINDOWS_MS)
  const hopMs = random.pick([windowMs, windowMs, Math.ceil(windowMs / 2), 30_000, 60_000, 2 * windowMs])
  const series = isFilter ? [] : Array.from({ length: 1 + random.below(3) }, (_, place) => randomSeries(random, place))
  const config: AggregationConfig = {
    type: 'aggregation-v1',
    query: selection.query,
    streams: random.pick([[streams[0]], [streams[0]], [...streams]]),
    group_by: isFilter ? [] : [...random.pick([[], ['user'], ['user'], ['user', 'host']])],
    series,
    conditions: isFilter
      ? null
      : {
          expression: randomExpression(
            random,
            series.map(({ id }) => id),
            2,
          ),
        },
    search_within_ms: windowMs,
    execute_every_ms: hopMs,
    ...(isFilter && chance(random, 20) ? { event_limit: 1 + random.below(5) } : {}),
    ...(chance(random, 10)
      ? { use_cron_scheduling: true, cron_expression: '0 */2 * * * *', cron_timezone: 'UTC' }
      : {}),
  }
  return { selection, config }
}

function randomSeries(random: SeededRandom, place: number) {
  const name: AggregationFunction = random.pick(['count', 'count', 'card', ...NUMERIC])
  if (name === 'count') return { id: `s${place}`, function: name, field: random.pick([null, null, 'took']) }
  return { id: `s${place}`, function: name, field: name === 'card' ? random.pick(['user', 'level']) : 'took' }
}

function randomExpression(random: SeededRandom, ids: readonly string[], depth: number): Expression {
  if (depth > 0 && chance(random, 40)) {
    const inner = () => randomExpression(random, ids, depth - 1)
    switch (random.below(4)) {
      case 0:
        return { expr: '&&', left: inner(), right: inner() }
      case 1:
        return { expr: '||', left: inner(), right: inner() }
      case 2:
        return { expr: '!', left: inner() }
      default:
        return { expr: 'group', operator: '&&', child: inner() }
    }
  }
  const ref = { expr: 'number-ref', ref: random.pick(ids) } as const
  const value = { expr: 'number', value: random.pick([0, 1, 2, 3, 5, 8, 20.5, 60, 400.5]) } as const
  const expr = random.pick(COMPARISONS)
  return chance(random, 80) ? { expr, left: ref, right: value } : { expr, left: value, right: ref }
}
