/** Parameters in query texts, written as `$name$`. */
import { writeInQuotes, writeValue } from './escape-value.ts'

const PLACEHOLDER = /\$([A-Za-z_]\w*)\$/g

/** The names in the order of their first appearance. */
export function parameterNames(texts: Iterable<string>): readonly string[] {
  const names = new Set<string>()
  for (const text of texts) for (const [, name = ''] of text.matchAll(PLACEHOLDER)) names.add(name)
  return [...names]
}

/** Replaces placeholders by a value, or any of several; those without a value (`undefined`) are not changed. */
export function fillParameters(
  text: string,
  valueFor: (name: string) => string | readonly string[] | undefined,
): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string, at: number) => {
    const value = valueFor(name)
    if (value === undefined) return placeholder
    const place = placeAt(text, at)
    return typeof value === 'string' ? written(value, place) : anyOf(value, place)
  })
}

type Place = 'bare' | 'quoted' | 'regex'

/** Whether a position in a query text is inside quotes or a regular expression. */
function placeAt(text: string, at: number): Place {
  let place: Place = 'bare'
  for (let i = 0; i < at; i++) {
    const sign = text[i]
    if (sign === '\\') i++
    else if (sign === '"' && place !== 'regex') place = place === 'quoted' ? 'bare' : 'quoted'
    else if (sign === '/' && place !== 'quoted') place = place === 'regex' ? 'bare' : 'regex'
  }
  return place
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
  if (value === '') return ''
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
