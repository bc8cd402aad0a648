/** `$name$` in query texts: which there are, and what stands in their place when a search is executed. */
import type { Binding, Parameter } from '@logyard/contract/searches'

const PLACEHOLDER = /\$([A-Za-z_]\w*)\$/g

/** In the order of their first appearance. */
export function parameterNames(texts: Iterable<string>): readonly string[] {
  const names = new Set<string>()
  for (const text of texts) for (const [, name = ''] of text.matchAll(PLACEHOLDER)) names.add(name)
  return [...names]
}

export interface ParameterValues {
  /** The text with all its declared placeholders replaced; throws `UnboundParameter`. Others stay as they are. */
  fill(text: string): string
}

/** A parameter that is used has no value, and may not be left out. */
export class UnboundParameter extends Error {
  override readonly name = 'UnboundParameter'
  readonly parameter: string

  constructor(parameter: string) {
    super(`Unbound required parameter used: ${parameter}`)
    this.parameter = parameter
  }
}

export function createParameterValues(
  declared: readonly Parameter[],
  bindings: Readonly<Record<string, Binding>>,
): ParameterValues {
  const byName = new Map(declared.map((parameter) => [parameter.name, parameter]))

  function textFor(parameter: Parameter): string {
    const given = Object.hasOwn(bindings, parameter.name) ? bindings[parameter.name] : undefined
    const binding = given ?? parameter.binding
    const bound = binding?.type === 'value' ? textOf(binding.value) : ''
    const value = bound === '' ? textOf(parameter.default_value) : bound
    if (value === '' && parameter.optional !== true) throw new UnboundParameter(parameter.name)
    return value
  }

  return {
    fill: (text) =>
      text.replaceAll(PLACEHOLDER, (placeholder, name: string, at: number) => {
        const parameter = byName.get(name)
        if (parameter === undefined) return placeholder
        return written(textFor(parameter), placeAt(text, at))
      }),
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.trim() === '' ? '' : text
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

const SPECIAL = /[&|:\\/+\-!(){}[\]^"~*?]/g
const REGEX_SPECIAL = /[.?+*|{}[\]()"\\~#&<>@/^$-]/g
/** What means something to the language although it has no sign that could be escaped. */
const NEEDS_QUOTES = /\s|^(?:AND|OR|NOT|TO)$|^[<>=]/

/** A value in the words of the query language: always a value, never an operator. */
function written(value: string, place: Place): string {
  if (value === '') return ''
  if (place === 'regex') return value.replace(REGEX_SPECIAL, '\\$&')
  const inQuotes = value.replace(/["\\]/g, '\\$&')
  if (place === 'quoted') return inQuotes
  return NEEDS_QUOTES.test(value) ? `"${inQuotes}"` : value.replace(SPECIAL, '\\$&')
}
