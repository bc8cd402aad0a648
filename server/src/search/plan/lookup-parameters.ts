/** Parameters whose values come from lookup tables. */
import type { Parameter } from '@logyard/contract/search/searches'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import { tableNamed } from '../../entities/entity-refs.ts'
import type { EntityName } from '../../entities/entity-type.ts'
import { LogyardError } from '../../platform/errors.ts'

const LOOKUP_PARAMETER = 'lut-parameter-v1'
/** Values of one lookup; further ones are left out. */
export const MAX_PARAMETER_VALUES = 1024

/** The values of a key; none if there is no such table, key or value; undefined if the lookup failed. */
export type LookUpValues = (table: string, key: string, signal: AbortSignal) => Promise<readonly string[] | undefined>

/** Values by the name of the parameter. A parameter without values finds nothing; one that failed cannot be used. */
export type LookedUp = ReadonlyMap<string, readonly string[] | LogyardError>

export const NOTHING_LOOKED_UP: LookedUp = new Map()

const parameterLookupFailed = ({ name, lookup_table }: Parameter) =>
  new LogyardError(
    'failed',
    'parameter-lookup-failed',
    `The value of the parameter ${name} could not be looked up in the table ${lookup_table ?? ''}.`,
  )

export const isLookupParameter = ({ type }: Parameter): boolean => type === LOOKUP_PARAMETER

/** The tables in which values are looked up. */
export const tablesOfParameters = (parameters: readonly Parameter[]): readonly EntityName[] =>
  parameters.filter(isLookupParameter).flatMap((one) => tableNamed(one.lookup_table))

/** Looks up the values of the parameters that the texts use. */
export async function lookUpParameters(
  declared: readonly Parameter[],
  texts: Iterable<string>,
  lookUp: LookUpValues,
  signal: AbortSignal,
): Promise<LookedUp> {
  const used = new Set(parameterNames(texts))
  const found = new Map<string, readonly string[] | LogyardError>()
  for (const parameter of declared) {
    if (!isLookupParameter(parameter) || !used.has(parameter.name)) continue
    found.set(parameter.name, await valuesOf(parameter, lookUp, signal))
  }
  return found
}

async function valuesOf(parameter: Parameter, lookUp: LookUpValues, signal: AbortSignal) {
  const values = await lookUp(parameter.lookup_table ?? '', parameter.key ?? '', signal).catch(undefinedIfLate)
  if (values === undefined) return parameterLookupFailed(parameter)
  return (values.length > 0 ? values : defaultOf(parameter)).slice(0, MAX_PARAMETER_VALUES)
}

function undefinedIfLate(error: unknown): undefined {
  if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error
}

const defaultOf = ({ default_value: value }: Parameter): readonly string[] =>
  value === undefined || value === null || value === '' ? [] : [String(value)]
