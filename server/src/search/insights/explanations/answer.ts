/** The answer of an explanation, from its findings. */
import type {
  ComparedMessages,
  Explanation,
  Finding,
  FindingPlace,
  SameFinding,
} from '@logyard/contract/search/explanations'
import type { Candidate } from './candidates.ts'
import type { ComparedField } from './compared-fields.ts'
import type { ComparedRanges, Slice } from './compared-ranges.ts'
import type { Difference } from './difference.ts'
import type { Folded } from './fold-candidates.ts'
import { sentenceOf } from './sentence.ts'

const MAX_SAME = 8
const MAX_UNCHANGED = 30
const MINUTE_MS = 60_000

export function findingOf(
  { candidate, same, difference: sampled }: Folded,
  exact: {
    readonly difference: Difference
    readonly trend: readonly number[]
    readonly places: readonly FindingPlace[]
    /** Whether the sample is all messages. */
    readonly isAll: boolean
  },
): Finding {
  const { difference } = exact
  const scale = exact.isAll
    ? { inside: 1, outside: 1 }
    : {
        inside: difference.insideTotal / sampled.insideTotal,
        outside: difference.outsideTotal / sampled.outsideTotal,
      }
  return {
    ...figuresOf(candidate, difference),
    score: candidate.weight * difference.score,
    trend: [...exact.trend],
    places: [...exact.places],
    same: same.slice(0, MAX_SAME).map((one): SameFinding => {
      const { inside, outside, ...figures } = figuresOf(one.candidate, one.difference)
      return { ...figures, inside: Math.round(inside * scale.inside), outside: Math.round(outside * scale.outside) }
    }),
  }
}

function figuresOf({ kind, field, value, text, query }: Candidate, difference: Difference): SameFinding {
  const { inside, outside, insideTotal, outsideTotal, isMore } = difference
  const [share_inside, share_outside] = [inside / insideTotal, outside / outsideTotal]
  const change = isMore ? (outside === 0 ? 'new' : 'more') : inside === 0 ? 'gone' : 'less'
  const factor = inside === 0 || outside === 0 ? null : share_inside / share_outside
  return { kind, change, field, value, text, query, inside, outside, share_inside, share_outside, factor }
}

export function answerOf(found: {
  readonly findings: readonly Finding[]
  readonly ranges: ComparedRanges
  /** Messages of each slice. */
  readonly totals: readonly number[]
  readonly lookedAt: number
  readonly fields: readonly ComparedField[]
  readonly notCompared: readonly string[]
  /** Whether the sides are two times. */
  readonly isByTime: boolean
}): Explanation {
  const { ranges, totals } = found
  const findings = found.findings.toSorted((a, b) => b.score - a.score)
  const named = new Set(findings.flatMap((one) => [one, ...one.same].map(({ field }) => field)))
  const [inside, outside] = [true, false].map((isInside) => messagesOf(ranges.slices, totals, isInside))
  if (inside === undefined || outside === undefined) throw new TypeError('an explanation has two sides')
  const rates = { inside: inside.per_minute, outside: outside.per_minute }
  return {
    sentence: sentenceOf(findings, found.isByTime ? rates : undefined),
    inside,
    outside,
    looked_at: found.lookedAt,
    slices: ranges.slices.map(({ fromMs, toMs, isInside }, at) => ({
      from: iso(fromMs),
      to: iso(toMs),
      is_inside: isInside,
      messages: totals[at] ?? 0,
    })),
    findings,
    unchanged: found.fields
      .map(({ name }) => name)
      .filter((name) => !named.has(name) && !found.notCompared.includes(name))
      .slice(0, MAX_UNCHANGED),
    not_compared: [...found.notCompared],
  }
}

function messagesOf(slices: readonly Slice[], totals: readonly number[], isInside: boolean): ComparedMessages {
  const ranges: { fromMs: number; toMs: number }[] = []
  let messages = 0
  for (const [at, slice] of slices.entries()) {
    if (slice.isInside !== isInside) continue
    messages += totals[at] ?? 0
    const last = ranges.at(-1)
    if (last?.toMs === slice.fromMs - 1) last.toMs = slice.toMs
    else ranges.push({ fromMs: slice.fromMs, toMs: slice.toMs })
  }
  const minutes = ranges.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs + 1) / MINUTE_MS, 0)
  return {
    timeranges: ranges.map(({ fromMs, toMs }) => ({ type: 'absolute', from: iso(fromMs), to: iso(toMs) })),
    messages,
    per_minute: messages / minutes,
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
