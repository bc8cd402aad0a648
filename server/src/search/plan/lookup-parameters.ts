/** Parameters whose values come from lookup tables. */
import type { Parameter } from '@logyard/contract/search/searches'

export const LOOKUP_PARAMETER = 'lut-parameter-v1'
/** Values of one lookup; further ones are left out. */
export const MAX_PARAMETER_VALUES = 1024

/** The values of a key: several if the table answers a list; none if there is no such table, key or value. */
export type LookUpValues = (table: string, key: string, signal: AbortSignal) => Promise<readonly string[]>

/** A lookup without a value and without a default: the search finds nothing. */
export const NO_VALUES = Symbol('no values')

/** Replaces each by a parameter with a value: `("a" OR "b")`. */
export async function resolveLookupParameters(
  parameters: readonly Parameter[],
  lookUp: LookUpValues,
  signal: AbortSignal,
): Promise<readonly Parameter[] | typeof NO_VALUES> {
  const resolved: Parameter[] = []
  for (const parameter of parameters) {
    if (parameter.type !== LOOKUP_PARAMETER) {
      resolved.push(parameter)
      continue
    }
    const found = await lookUp(parameter.lookup_table ?? '', parameter.key ?? '', signal)
    const values = found.length > 0 ? found : defaultOf(parameter)
    if (values.length === 0) return NO_VALUES
    const { lookup_table: _table, key: _key, binding: _binding, ...rest } = parameter
    resolved.push({ ...rest, type: 'value-parameter-v1', default_value: anyOf(values) })
  }
  return resolved
}

const defaultOf = ({ default_value: value }: Parameter): readonly string[] =>
  value === undefined || value === null || value === '' ? [] : [String(value)]

const anyOf = (values: readonly string[]): string =>
  `(${values.slice(0, MAX_PARAMETER_VALUES).map(quoted).join(' OR ')})`

const quoted = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`
