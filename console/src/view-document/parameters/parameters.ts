/** Parameters of a search: `$name$` in its texts, declared in the search, bound to values when it is executed. */
import type { ExecutionState } from '@logyard/contract/search/search-jobs'
import { OFF_FILTER } from '@logyard/contract/search/search-types'
import type { Parameter, SearchQuery } from '@logyard/contract/search/searches'
import { fillParameters, parameterNames } from '@logyard/languages/query/fill-parameters'

/** The entered values, by parameter name. */
export type ParameterValues = Readonly<Record<string, string>>

/** Every parameter that the texts of the queries use, in order of appearance. */
export function usedParameters(queries: readonly SearchQuery[]): readonly string[] {
  const texts = queries.flatMap(({ query, filter, search_types }) => [
    query.query_string,
    ...filterTexts(filter),
    ...(search_types ?? []).flatMap((one) => [one.query?.query_string ?? '', ...filterTexts(one.filter)]),
  ])
  return parameterNames(texts)
}

function filterTexts(filter: SearchQuery['filter']): readonly string[] {
  if (filter === null || filter === undefined) return []
  if (filter.type === 'query_string') return [filter.query]
  return filter.type === 'stream' || filter.type === OFF_FILTER ? [] : (filter.filters ?? []).flatMap(filterTexts)
}

export const VALUE_PARAMETER = 'value-parameter-v1'
export const LOOKUP_PARAMETER = 'lut-parameter-v1'

/** Whether the server looks up its values, so that none can be entered. */
export const isLookup = ({ type }: Parameter): boolean => type === LOOKUP_PARAMETER
const hasDefault = ({ default_value: value }: Parameter) => value !== null && value !== undefined && value !== ''
export const isRequired = (parameter: Parameter): boolean =>
  parameter.optional !== true && !hasDefault(parameter) && !isLookup(parameter)

export interface ParameterGaps {
  readonly undeclared: readonly string[]
  /** Declared, used, required, and without a value. */
  readonly unbound: readonly string[]
}

export const isComplete = ({ undeclared, unbound }: ParameterGaps) => undeclared.length === 0 && unbound.length === 0

/** What prevents a search from being executed. */
export function parameterGaps(
  used: readonly string[],
  declared: readonly Parameter[],
  values: ParameterValues,
): ParameterGaps {
  const byName = new Map(declared.map((parameter) => [parameter.name, parameter]))
  const isUnbound = (name: string) => {
    const parameter = byName.get(name)
    return parameter !== undefined && isRequired(parameter) && (values[name] ?? '') === ''
  }
  return { undeclared: used.filter((name) => !byName.has(name)), unbound: used.filter(isUnbound) }
}

/** The bindings of an execution: only entered values, because the server applies the defaults. */
export function bindingsOf(
  declared: readonly Parameter[],
  values: ParameterValues,
): NonNullable<ExecutionState['parameter_bindings']> {
  const bound = declared.filter((parameter) => !isLookup(parameter) && (values[parameter.name] ?? '') !== '')
  return Object.fromEntries(bound.map(({ name }) => [name, { type: 'value', value: values[name] }]))
}

/** A text with the values filled in, for readers that know no parameters; those without a value stay as they are. */
export function filledIn(text: string, declared: readonly Parameter[], values: ParameterValues): string {
  const byName = new Map(declared.map((parameter) => [parameter.name, parameter]))
  return fillParameters(text, (name) => {
    const parameter = byName.get(name)
    if (parameter === undefined || isLookup(parameter)) return undefined
    const entered = values[name] ?? ''
    return entered === '' ? defaultText(parameter) : entered
  })
}

export const defaultText = ({ default_value: value }: Parameter): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
