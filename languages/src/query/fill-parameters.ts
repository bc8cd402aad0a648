/** Parameters in query texts, written as `$name$`. */
import { writeInQuotes, writeValue } from './escape-value.ts'

const PLACEHOLDER = /\$([A-Za-z_]\w*)\$/g

/** The names in the order of their first appearance. */
export function parameterNames(texts: Iterable<string>): readonly string[] {
  const names = new Set<string>()
  for (const text of texts) for (const [, name = ''] of text.matchAll(PLACEHOLDER)) names.add(name)
  return [...names]
}

/** Replaces placeholders by values; placeholders without a value (`undefined`) are not changed. */
export function fillParameters(text: string, textFor: (name: string) => string | undefined): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string, at: number) => {
    const value = textFor(name)
    return value === undefined ? placeholder : written(value, placeAt(text, at))
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
