/** The default values of a table, for keys that its adapter has no value for. */
import type { LookupTable, LookupTableDraft } from '@logyard/contract/lookup/lookup-tables'
import { emptyResult } from './lookup-results.ts'
import type { LookupResult } from './lookup-tables.ts'

type DefaultValues = Pick<
  LookupTableDraft,
  'default_single_value' | 'default_single_value_type' | 'default_multi_value' | 'default_multi_value_type'
>

/** Why values of a table cannot be used as defaults. */
export function findDefaultErrors(table: DefaultValues) {
  const { default_single_value_type: singleType, default_multi_value_type: multiType } = table
  return {
    single: singleType === 'OBJECT' ? 'The single value cannot be an object' : problemOf(() => singleOf(table)),
    multi:
      multiType === 'OBJECT' || multiType === 'NULL'
        ? problemOf(() => multiOf(table))
        : `The multi value must be an object, not ${multiType.toLowerCase()}`,
  }
}

/** The result for a key without a value. A default that cannot be used counts as none. */
export function defaultResult(table: LookupTable): LookupResult {
  const single = findDefaultErrors(table).single === undefined ? singleOf(table) : null
  const multi = findDefaultErrors(table).multi === undefined ? multiOf(table) : null
  if (single === null && multi === null) return emptyResult()
  return { ...emptyResult(), singleValue: single, multiValue: multi ?? { value: single } }
}

function singleOf({ default_single_value: text, default_single_value_type: type }: DefaultValues) {
  switch (type) {
    case 'STRING':
      return text
    case 'NUMBER':
      return numberOf(text)
    case 'BOOLEAN':
      return text.toLowerCase() === 'true'
    default:
      return null
  }
}

/** An integer stays exact. */
function numberOf(text: string): number | bigint {
  if (/^[+-]?\d+$/.test(text.trim())) {
    const integer = BigInt(text.trim().replace(/^\+/, ''))
    return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer
  }
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) throw new Error(`Could not parse number value <${text}>`)
  return number
}

function multiOf({ default_multi_value: text, default_multi_value_type: type }: DefaultValues) {
  return type === 'OBJECT' ? objectOf(text) : null
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  const parsed = parse(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error(`Could not parse JSON object value <${text}>`)
  }
  return Object.fromEntries(Object.entries(parsed))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
