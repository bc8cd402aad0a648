import type { ListQuery, ListQueryChunk, ListQueryValue } from './list-query.ts'

const MAX_LENGTH = 4096
const MAX_VALUES = 100

export interface ListQueryFields {
  readonly fields: readonly string[]
  /** Where words without a field are searched, and those of fields that the list does not have. */
  readonly defaultField: string
}

export class ListQueryError extends Error {
  override readonly name = 'ListQueryError'

  constructor(reason: string) {
    super(`Invalid argument in search query: ${reason}`)
  }
}

/** Reads a filter: words with `field:`, quotes, alternatives by comma, `-` for not, and comparing prefixes. */
export function parseListQuery(text: string, { fields, defaultField }: ListQueryFields): ListQuery {
  if (text.length > MAX_LENGTH) throw new ListQueryError(`more than ${MAX_LENGTH} characters`)
  const byField = new Map<string, { field: string; negated: boolean; values: ListQueryValue[] }>()
  let count = 0
  for (const word of splitWords(decodeOnceMore(text))) {
    const { name, rest, negated } = splitField(word)
    const isKnown = name !== undefined && fields.includes(name)
    const field = isKnown ? name : defaultField
    const key = `${negated ? '-' : ''}${field}`
    const chunk = byField.get(key) ?? { field, negated, values: [] }
    const values = splitAlternatives(rest).map(readValue)
    count += values.length
    if (count > MAX_VALUES) throw new ListQueryError(`more than ${MAX_VALUES} values`)
    chunk.values.push(...values)
    if (chunk.values.length > 0) byField.set(key, chunk)
  }
  const chunks: readonly ListQueryChunk[] = [...byField.values()]
  return { chunks }
}

/** Clients of the reference encode the query twice; a `%` that stands for itself stays. */
function decodeOnceMore(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch (error) {
    if (error instanceof URIError) return spaced
    throw error
  }
}

/** Splits at spaces that no quote keeps; quotes stay, for `splitAlternatives` to read. */
function splitWords(text: string): readonly string[] {
  return splitOutsideQuotes(text, /\s/).filter((word) => word !== '')
}

function splitOutsideQuotes(text: string, separator: RegExp): readonly string[] {
  const parts: string[] = []
  let part = ''
  let quote = ''
  for (const character of text) {
    if (quote === '' && separator.test(character)) {
      parts.push(part)
      part = ''
      continue
    }
    if (quote === character) quote = ''
    else if (quote === '' && (character === '"' || character === "'")) quote = character
    part += character
  }
  if (quote !== '') throw new ListQueryError(`the quote ${quote} is never closed`)
  parts.push(part)
  return parts
}

function splitField(word: string): { name: string | undefined; rest: string; negated: boolean } {
  const negated = word.startsWith('-') && word.length > 1
  const bare = negated ? word.slice(1) : word
  const match = /^([\w.]+):(.*)$/s.exec(bare)
  return match === null ? { name: undefined, rest: bare, negated } : { name: match[1], rest: match[2] ?? '', negated }
}

const splitAlternatives = (text: string): readonly string[] =>
  splitOutsideQuotes(text, /,/).filter((part) => part !== '')

const OPERATORS = [
  ['=~', 'contains'],
  ['>=', 'greater-or-equal'],
  ['<=', 'less-or-equal'],
  ['=', 'equals'],
  ['>', 'greater'],
  ['<', 'less'],
] as const

function readValue(text: string): ListQueryValue {
  const found = OPERATORS.find(([prefix]) => text.startsWith(prefix))
  const [prefix, operator] = found ?? ['', 'contains' as const]
  return { operator, text: unquote(text.slice(prefix.length)) }
}

/** `"a b"c` is `a bc`: quotes only keep things together. */
const unquote = (text: string): string => text.replaceAll(/(["'])(.*?)\1/gs, '$2')
