/** Candidates for differences, from the counts of a sample; each has the query that finds its messages. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { Finding } from '@logyard/contract/search/explanations'
import { MAX_PATTERN_HASHES } from '@logyard/contract/search/patterns'
import { unifyTemplates } from '@logyard/languages/message-templates/unify-templates'
import { escapeFieldName, writeValue } from '@logyard/languages/query/escape-value'
import { mergeTemplates } from '../patterns/merge-templates.ts'
import type { ComparedField } from './compared-fields.ts'
import type { SideTotals } from './compared-sample.ts'
import type { Counted, CountedValue, ValueCounts } from './count-values.ts'
import { divergence } from './difference.ts'

/** Bits of a mask. */
export const MAX_CANDIDATES = 24
const MAX_OF_FIELD = 4
const MIN_MESSAGES = 5
const MIN_FACTOR = 1.4
/** Weights: of equal differences, the sender says more than a pattern, and that more than other values. */
const PREFERRED = { pattern: 1.05, source: 1.1, other: 1 } as const

export interface Candidate extends Pick<Finding, 'kind' | 'field' | 'value' | 'text' | 'query'> {
  readonly inside: number
  readonly outside: number
  readonly weight: number
  /** Usual share of a slice outside of those values of the field that are in few slices. */
  readonly burst: number
}

/** The text of a template by its hash. */
type TextOf = (hash: string) => string | undefined

/** The most different ones first. */
export function findCandidates(
  counted: readonly Counted[],
  { values, totals }: Pick<ValueCounts, 'values' | 'totals'>,
  textOf: TextOf,
): readonly Candidate[] {
  const found = counted.flatMap((one, place) => {
    const own = values.filter((value) => value.place === place)
    const candidates = candidatesOf(one, own, totals, textOf)
    return candidates.toSorted((a, b) => scoreOf(b, totals) - scoreOf(a, totals)).slice(0, MAX_OF_FIELD)
  })
  const byQuery = new Map(found.map((candidate) => [candidate.query, candidate]))
  return [...byQuery.values()]
    .filter((candidate) => mayDiffer(candidate, totals))
    .sort((a, b) => scoreOf(b, totals) - scoreOf(a, totals))
    .slice(0, MAX_CANDIDATES)
}

const scoreOf = (
  { inside, outside, weight }: Pick<Candidate, 'inside' | 'outside' | 'weight'>,
  totals: SideTotals,
): number => weight * divergence(inside, totals.inside, outside, totals.outside)

function mayDiffer({ inside, outside }: Pick<Candidate, 'inside' | 'outside'>, totals: SideTotals): boolean {
  const [share, usual] = [(inside + 0.5) / (totals.inside + 1), (outside + 0.5) / (totals.outside + 1)]
  return inside + outside >= MIN_MESSAGES && Math.max(share, usual) >= MIN_FACTOR * Math.min(share, usual)
}

function candidatesOf(
  counted: Counted,
  values: readonly CountedValue[],
  totals: SideTotals,
  textOf: TextOf,
): readonly Candidate[] {
  switch (counted.by) {
    case 'template':
      return patternCandidates(values, textOf)
    case 'size':
      return [...sizeCandidates(counted.field, values, totals), ...presence(counted.field, values, totals)]
    case 'sender size':
      return senderCandidates(counted.field, values, totals)
    case 'value':
      return [
        ...values.flatMap((value) => valueCandidate(counted.field, value)),
        ...presence(counted.field, values, totals),
      ]
    case 'presence':
      return presence(counted.field, values, totals)
    default:
      throw counted satisfies never
  }
}

const weightOf = (field: string): number => (field === FIELD.source ? PREFERRED.source : PREFERRED.other)

function valueCandidate({ name }: ComparedField, { text, inside, outside, burst }: CountedValue): readonly Candidate[] {
  // A line break cannot be written in a query.
  if (text === '' || /[\r\n]/.test(text)) return []
  const query = `${escapeFieldName(name)}:${writeValue(text)}`
  return [
    {
      kind: 'value',
      field: name,
      value: text,
      text: `${name}: ${text}`,
      query,
      inside,
      outside,
      burst,
      weight: weightOf(name),
    },
  ]
}

/** The messages that have the field, if not all have it. */
function presence({ name }: ComparedField, values: readonly CountedValue[], totals: SideTotals): readonly Candidate[] {
  const missing = values.find(({ text }) => text === '')
  if (missing === undefined) return []
  const [inside, outside] = [totals.inside - missing.inside, totals.outside - missing.outside]
  const query = `_exists_:${escapeFieldName(name)}`
  return [
    {
      kind: 'field',
      field: name,
      value: '',
      text: `the field ${name}`,
      query,
      inside,
      outside,
      burst: 0,
      weight: PREFERRED.other,
    },
  ]
}

/** The bound above which, and the one below which, the share changes most; of all messages, or of those of one sender. */
function sizeCandidates(
  field: ComparedField,
  values: readonly CountedValue[],
  totals: SideTotals,
  sender?: string,
): readonly Candidate[] {
  const best = (sign: '>=' | '<') => {
    const candidates = field.bounds.flatMap((bound, at) => {
      const counts = { inside: 0, outside: 0 }
      for (const { text, inside, outside } of values) {
        if (text === '' || Number.parseInt(text, 10) > at !== (sign === '>=')) continue
        counts.inside += inside
        counts.outside += outside
      }
      return mayDiffer(counts, totals) ? [sizeCandidate(field.name, { sign, bound, sender }, counts)] : []
    })
    return candidates.sort((a, b) => scoreOf(b, totals) - scoreOf(a, totals)).slice(0, 1)
  }
  const found = [...best('>='), ...best('<')]
  // Fewer small numbers are more great ones.
  const more = found.filter(({ inside, outside }) => inside * totals.outside > outside * totals.inside)
  return more.length === 0 ? found.slice(0, 1) : more
}

/** A sender whose numbers are other ones. */
function senderCandidates(
  field: ComparedField,
  values: readonly CountedValue[],
  totals: SideTotals,
): readonly Candidate[] {
  const bySender = Map.groupBy(values, ({ text }) => text.slice(text.indexOf(' ') + 1))
  return [...bySender].flatMap(([sender, own]) => (sender === '' ? [] : sizeCandidates(field, own, totals, sender)))
}

const SIGNS = { '>=': '≥', '<': '<' } as const

function sizeCandidate(
  name: string,
  of: { readonly sign: '>=' | '<'; readonly bound: number; readonly sender: string | undefined },
  counts: SideTotals,
): Candidate {
  const { sign, bound, sender } = of
  const term = `${escapeFieldName(name)}:${sign}${bound}`
  return {
    kind: 'number',
    field: name,
    value: `${sign}${bound}`,
    text: `${name} ${SIGNS[sign]} ${bound}${sender === undefined ? '' : ` with source: ${sender}`}`,
    query: sender === undefined ? term : `${term} AND ${FIELD.source}:${writeValue(sender)}`,
    ...counts,
    burst: 0,
    weight: PREFERRED.other,
  }
}

/** Templates of one statement are one pattern. */
function patternCandidates(values: readonly CountedValue[], textOf: TextOf): readonly Candidate[] {
  const byHash = new Map(values.map((value) => [value.text, value]))
  const templates = values.map(({ text, inside, outside }) => ({
    hash: text,
    count: inside + outside,
    text: textOf(text) ?? `\u0001${text}`,
  }))
  return mergeTemplates(templates).flatMap((members) => {
    const hashes = members.slice(0, MAX_PATTERN_HASHES).map(({ hash }) => hash)
    const texts = hashes.flatMap((hash) => textOf(hash) ?? [])
    if (texts.length === 0) return []
    const counts = hashes.flatMap((hash) => byHash.get(hash) ?? [])
    const { text } = unifyTemplates(texts)
    const [only] = hashes
    return {
      kind: 'pattern',
      field: null,
      value: text,
      text: `“${text}”`,
      query: `${FIELD.pattern}:${hashes.length === 1 ? only : `(${hashes.join(' OR ')})`}`,
      inside: counts.reduce((sum, { inside }) => sum + inside, 0),
      outside: counts.reduce((sum, { outside }) => sum + outside, 0),
      burst: Math.min(...counts.map(({ burst }) => burst)),
      weight: PREFERRED.pattern,
    }
  })
}
