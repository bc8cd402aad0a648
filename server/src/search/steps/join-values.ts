/** The values of a lookup table for the keys of a step join, with the permission of the caller. */
import type { StepJoin } from '@logyard/languages/query-steps/step-tree'
import type { JoinedValues } from '@logyard/languages/query-steps-sql/compile-steps'
import { joinTooLarge, joinTooSlow, MAX_JOIN_KEYS, stepsRefused } from './step-errors.ts'

/** The part of a result that steps can have. */
export interface FoundValue {
  readonly singleValue: string | number | bigint | boolean | null
  readonly multiValue: Readonly<Record<string, unknown>> | null
}
export type LookUpKey = (key: string, signal: AbortSignal) => Promise<FoundValue>
/** Undefined if there is no table of this name that the caller may read. */
export type FindLookupTable = (name: string) => LookUpKey | undefined

/** Time for all keys together; some tables ask other servers. */
const JOIN_MS = 30_000
const AT_ONCE = 16
/** Characters of the values of one join, which become part of a statement. */
export const MAX_JOIN_CHARACTERS = 1_000_000

export function requireTable({ table, span }: StepJoin, find: FindLookupTable): LookUpKey {
  return find(table) ?? refuseTable(table, span)
}

function refuseTable(table: string, { from, to }: StepJoin['span']): never {
  throw stepsRefused([{ message: `There is no lookup table ${table} that you may read.`, from, to }])
}

export async function joinValues(
  { table, outputs }: StepJoin,
  {
    keys,
    lookUp,
    signal,
  }: { readonly keys: readonly string[]; readonly lookUp: LookUpKey; readonly signal: AbortSignal },
): Promise<JoinedValues> {
  if (keys.length > MAX_JOIN_KEYS) throw joinTooLarge(table)
  const late = AbortSignal.timeout(JOIN_MS)
  const stopping = AbortSignal.any([signal, late])
  const found = new Map<string, readonly (string | undefined)[]>()
  let left = MAX_JOIN_CHARACTERS
  const waiting = keys.values()
  async function work(): Promise<void> {
    for (const key of waiting) {
      const result = await lookUp(key, stopping)
      const values = outputs.map(({ value }) => textOf(value === undefined ? result.singleValue : named(result, value)))
      left -= key.length + values.reduce((sum, value) => sum + (value?.length ?? 0), 0)
      if (left < 0) throw joinTooLarge(table)
      if (values.some((value) => value !== undefined)) found.set(key, values)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } catch (error) {
    if (late.aborted && !signal.aborted) throw joinTooSlow(table, { cause: error })
    throw error
  }
  return found
}

const named = ({ multiValue }: FoundValue, name: string): unknown =>
  multiValue !== null && Object.hasOwn(multiValue, name) ? multiValue[name] : null

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
