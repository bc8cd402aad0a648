/** Parameters in query texts, written as `$name$`. */
import { writeInQuotes, writeValue } from './escape-value.ts'
import { MAX_QUERY_LENGTH } from './query-length.ts'

const PLACEHOLDER = /\$([A-Za-z_]\w*)\$/g

/** The names in the order of their first appearance. */
export function parameterNames(texts: Iterable<string>): readonly string[] {
  const names = new Set<string>()
  for (const text of texts) for (const [, name = ''] of text.matchAll(PLACEHOLDER)) names.add(name)
  return [...names]
}

/**
 * Replaces placeholders by a value, or any of several; those without a value (`undefined`) are not changed. Takes linear
 * time: it ends where the result is longer than a query can be, and the parser refuses that result.
 */
export function fillParameters(
  text: string,
  valueFor: (name: string) => string | readonly string[] | undefined,
): string {
  if (text.length > MAX_QUERY_LENGTH) return text
  const placeAt = createPlaceReader(text)
  let added = 0
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string, at: number) => {
    if (at + added > MAX_QUERY_LENGTH) return placeholder
    const value = valueFor(name)
    if (value === undefined) return placeholder
    const place = placeAt(at)
    const filled = typeof value === 'string' ? written(value, place) : anyOf(withinQuery(value), place)
    added += filled.length - placeholder.length
    return filled
  })
}

type Place = 'bare' | 'quoted' | 'regex'

/** Tells whether a position in a query text is inside quotes or a regular expression. Positions must ascend. */
function createPlaceReader(text: string): (at: number) => Place {
  let place: Place = 'bare'
  let next = 0
  return (at) => {
    for (; next < at; next++) {
      const sign = text[next]
      if (sign === '\\') next++
      else if (sign === '"' && place !== 'regex') place = place === 'quoted' ? 'bare' : 'quoted'
      else if (sign === '/' && place !== 'quoted') place = place === 'regex' ? 'bare' : 'regex'
    }
    return place
  }
}

/** The values up to the one that makes the query too long. */
function withinQuery(values: readonly string[]): readonly string[] {
  let length = 0
  const last = values.findIndex((value) => {
    length += value.length
    return length > MAX_QUERY_LENGTH
  })
  return last === -1 ? values : values.slice(0, last + 1)
}

/** Quotes cannot hold alternatives: there the values follow each other. */
function anyOf(values: readonly string[], place: Place): string {
  switch (place) {
    case 'regex':
      return `(${values.map((value) => written(value, place)).join('|')})`
    case 'quoted':
      return values.map((value) => written(value, place)).join(' ')
    case 'bare':
      return `(${values.map((value) => `"${writeInQuotes(value)}"`).join(' OR ')})`
    default:
      return place satisfies never
  }
}

const REGEX_SPECIAL = /[.?+*|{}[\]()"\\~#&<>@/^$-]/g

/** Escapes a value so that it is never read as an operator. */
function written(value: string, place: Place): string {
  // Too long for a query: it need not be written as one.
  if (value === '' || value.length > MAX_QUERY_LENGTH) return value
  switch (place) {
    case 'regex':
      return value.replace(REGEX_SPECIAL, '\\$&')
    case 'quoted':
      return writeInQuotes(value)
    case 'bare':
      return writeValue(value)
    default:
      return place satisfies never
  }
}
