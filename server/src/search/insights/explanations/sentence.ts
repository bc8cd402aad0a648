/** What an explanation says in one sentence, for people who read a mail or a chat. */
import type { Finding, FindingChange } from '@logyard/contract/search/explanations'

const MAX_NAMED = 3
/** A change of the messages per minute that is worth a clause. */
const MIN_RATE_FACTOR = 1.5
const NOTHING_DIFFERS = 'Nothing differs more than by chance'

export interface Rates {
  readonly inside: number
  readonly outside: number
}

/** `rates`: messages per minute, where the sides are two times. */
export function sentenceOf(
  findings: readonly Pick<Finding, 'kind' | 'change' | 'text' | 'factor' | 'places'>[],
  rates: Rates | undefined,
): string {
  const named = findings.slice(0, MAX_NAMED).map(clauseOf)
  const said = named.length === 0 ? NOTHING_DIFFERS : joined(named)
  const rate = rates === undefined ? undefined : rateClause(rates)
  const whole = rate === undefined ? said : `${said}; ${rate}`
  // Names of fields keep their letters.
  return `${whole.replace(/^(?:the|nothing|there)\b/, (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)}.`
}

const joined = (clauses: readonly string[]): string =>
  clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')}, and ${clauses.at(-1)}`

function clauseOf({
  kind,
  change,
  text,
  factor,
  places,
}: Pick<Finding, 'kind' | 'change' | 'text' | 'factor' | 'places'>) {
  const subject = kind === 'pattern' ? `the pattern ${text}` : text
  const from = places.map(({ field, value, share }) => `${percent(share)} of it with ${field}: ${value}`)
  return `${subject} is ${changeWords(change, factor)}${from.length === 0 ? '' : ` (${from.join(', ')})`}`
}

export function changeWords(change: FindingChange, factor: number | null): string {
  switch (change) {
    case 'new':
      return 'new'
    case 'gone':
      return 'gone'
    case 'more':
      return factor === null ? 'more frequent' : `${rounded(factor)} times as frequent`
    case 'less':
      return factor === null ? 'less frequent' : `less frequent by ${percent(1 - factor)}`
    default:
      throw change satisfies never
  }
}

function rateClause({ inside, outside }: Rates): string | undefined {
  if (inside === 0 || outside === 0) return undefined
  const factor = inside / outside
  if (factor >= MIN_RATE_FACTOR) return `there are ${rounded(factor)} times as many messages per minute`
  if (factor <= 1 / MIN_RATE_FACTOR) return `there are ${percent(1 - factor)} fewer messages per minute`
  return undefined
}

const rounded = (factor: number): string =>
  factor < 10 ? String(Number(factor.toFixed(1))) : String(Math.round(factor))
const percent = (share: number): string => `${Math.round(share * 100)} %`
