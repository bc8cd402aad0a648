/** The values that the questions ask for, different in each round, so that no product answers from a cache of results. */
import { ACTIONS, COMPONENTS, OBJECTS, rangeOf, rareWordFrom, SERVICES, traceIdOf } from './peer-documents.ts'

export interface Range {
  readonly fromMs: number
  readonly toMs: number
}

export interface QuestionValues {
  readonly range: Range
  /** The width of the intervals of histograms, such as 5m. */
  readonly interval: string
  readonly word: string
  readonly rareWord: string
  readonly traceId: string
  readonly phrase: string
  readonly service: string
  /** The beginning of words. */
  readonly prefix: string
  /** A regular expression for a whole word. */
  readonly pattern: string
  readonly tookFromMs: number
  readonly tookToMs: number
}

const INTERVALS = [
  ['1s', 1000],
  ['5s', 5000],
  ['30s', 30_000],
  ['1m', 60_000],
  ['5m', 300_000],
  ['30m', 1_800_000],
  ['1h', 3_600_000],
  ['4h', 14_400_000],
  ['12h', 43_200_000],
] as const
/** Histograms have at most this many intervals. */
const MAX_INTERVALS = 100
/** Even, so that ends of ranges stay between timestamps. */
const ROUND_MS = 20
const PREFIX_LENGTH = 4
const TOOK_WIDTH_MS = 100

const at = (list: readonly string[], place: number) => list[place % list.length] ?? ''

export function questionValues(documents: number, round: number): QuestionValues {
  const { fromMs, toMs } = rangeOf(documents)
  const interval = INTERVALS.find(([, ms]) => (toMs - fromMs) / ms <= MAX_INTERVALS)?.[0] ?? '1d'
  // Golden section: spread over the documents, and never near the one of the round before.
  const needle = Math.floor(documents * (0.1 + 0.8 * ((round * 0.618_034) % 1)))
  const [one, other] = [at(ACTIONS, 3 * round), at(ACTIONS, 3 * round + 1)]
  return {
    range: { fromMs: fromMs + round * ROUND_MS, toMs },
    interval,
    word: at(ACTIONS, 5 * round),
    rareWord: rareWordFrom(needle),
    traceId: traceIdOf(needle),
    phrase: `${at(ACTIONS, 7 * round)} ${at(OBJECTS, 3 * round)}`,
    service: at(SERVICES, 5 * round),
    prefix: at(COMPONENTS, 5 * round).slice(0, PREFIX_LENGTH),
    pattern: `(${one.slice(0, 3)}|${other.slice(0, 3)})[a-z]+ed`,
    tookFromMs: 1000 + 20 * round,
    tookToMs: 1000 + 20 * round + TOOK_WIDTH_MS,
  }
}
