/** `$name$` in query texts: which there are, and values put in their place. */
import { writeInQuotes, writeValue } from './escape-value.ts'

const PLACEHOLDER = /\$([A-Za-z_]\w*)\$/g

/** In the order of their first appearance. */
export function parameterNames(texts: Iterable<string>): readonly string[] {
  const names = new Set<string>()
  for (const text of texts) for (const [, name = ''] of text.matchAll(PLACEHOLDER)) names.add(name)
  return [...names]
}

/** The text with values in the place of placeholders; those without one (`undefined`) stay as they are. */
export function fillParameters(text: string, textFor: (name: string) => string | undefined): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string, at: number) => {
    const value = textFor(name)
    return value === undefined ? placeholder : written(value, placeAt(text, at))
  })
}

type Place = 'bare' | 'quoted' | 'regex'

/** Whether a place in a query text is inside of quotes or of a regular expression. */
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

/** A value in the words of the query language: always a value, never an operator. */
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
