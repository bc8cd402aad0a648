/** The values of parameters when a search is executed. */
import type { Binding, Parameter } from '@logyard/contract/search/searches'
import { fillParameters } from '@logyard/languages/query/fill-parameters'

export interface ParameterValues {
  /** Replaces the placeholders of declared parameters; others are not changed. Throws `UnboundParameter`. */
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
      fillParameters(text, (name) => {
        const parameter = byName.get(name)
        return parameter === undefined ? undefined : textFor(parameter)
      }),
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.trim() === '' ? '' : text
}
