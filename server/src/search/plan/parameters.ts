/** The values of parameters when a search is executed. */
import type { Binding, Parameter } from '@logyard/contract/search/searches'
import { fillParameters, parameterNames } from '@logyard/languages/query/fill-parameters'
import { MAX_QUERY_LENGTH } from '@logyard/languages/query/query-length'
import { LogyardError } from '../../platform/errors.ts'
import { type LookedUp, NOTHING_LOOKED_UP } from './lookup-parameters.ts'

export interface ParameterValues {
  /**
   * Replaces the placeholders of declared parameters; others are not changed. A text that uses a lookup without values
   * becomes one that finds nothing. Throws `UnboundParameter`, and the error of a lookup that failed.
   */
  fill(text: string): string
}

/** A required parameter is used, but has no value. */
export class UnboundParameter extends Error {
  override readonly name = 'UnboundParameter'
  readonly parameter: string

  constructor(parameter: string) {
    super(`Unbound required parameter used: ${parameter}`)
    this.parameter = parameter
  }
}

const FINDS_NOTHING = 'NOT *'

export function createParameterValues(
  declared: readonly Parameter[],
  bindings: Readonly<Record<string, Binding>>,
  lookedUp: LookedUp = NOTHING_LOOKED_UP,
): ParameterValues {
  const byName = new Map(declared.map((parameter) => [parameter.name, parameter]))
  /** A text may use a long value thousands of times. */
  const texts = new Map<Parameter, string>()

  function textFor(parameter: Parameter): string {
    const given = Object.hasOwn(bindings, parameter.name) ? bindings[parameter.name] : undefined
    const binding = given ?? parameter.binding
    const bound = binding?.type === 'value' ? textOf(binding.value) : ''
    const value = bound === '' ? textOf(parameter.default_value) : bound
    if (value === '' && parameter.optional !== true) throw new UnboundParameter(parameter.name)
    return value
  }

  function valueFor(name: string): string | readonly string[] | undefined {
    const found = lookedUp.get(name)
    if (found instanceof LogyardError) throw found
    const parameter = byName.get(name)
    return found ?? (parameter === undefined ? undefined : texts.getOrInsertComputed(parameter, textFor))
  }

  const isEmpty = (name: string) => {
    const found = lookedUp.get(name)
    return !(found instanceof LogyardError) && found?.length === 0
  }
  const findsNothing = (text: string) => parameterNames([text]).some(isEmpty)
  return {
    // A text that is too long stays as it is: the parser refuses it.
    fill: (text) =>
      text.length <= MAX_QUERY_LENGTH && findsNothing(text) ? FINDS_NOTHING : fillParameters(text, valueFor),
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.trim() === '' ? '' : text
}
