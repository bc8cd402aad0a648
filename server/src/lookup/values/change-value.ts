import { MAX_LOOKUP_KEY } from '@logyard/contract/lookup/lookup-texts'
import { MAX_LOOKUP_VALUE } from '@logyard/contract/lookup/lookup-values'
import { emptyResult, singleResult } from '../lookup-results.ts'
import type { LookupResult } from '../lookup-tables.ts'

/** A change of the value of a key by a rule. */
export type ValueChange =
  | { readonly kind: 'set'; readonly key: string; readonly value: string | number | boolean }
  | { readonly kind: 'set-list'; readonly key: string; readonly values: readonly string[] }
  | {
      readonly kind: 'add'
      readonly key: string
      readonly values: readonly string[]
      readonly keepsDuplicates: boolean
    }
  | { readonly kind: 'remove'; readonly key: string; readonly values: readonly string[] }
  | { readonly kind: 'clear'; readonly key: string }
  | { readonly kind: 'assign-ttl'; readonly key: string; readonly ttlMs: number }

/** Beyond 53 bits only a text keeps all digits. */
export function storableValue(value: string | number | bigint | boolean): string | number | boolean {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

/** Rules take keys from messages, whose senders decide on their length. */
export const isKeyStorable = ({ key }: ValueChange): boolean => key.length <= MAX_LOOKUP_KEY

/** The value of a key after a change by a rule. A value that is too large leaves it as it was. */
export function changeValue(before: LookupResult, change: ValueChange): LookupResult {
  const after = changed(before, change)
  return isTooLarge(after) ? before : after
}

/** Each change reads and writes the whole value. */
function isTooLarge({ singleValue, stringListValue }: LookupResult): boolean {
  if (typeof singleValue === 'string') return JSON.stringify(singleValue).length > MAX_LOOKUP_VALUE
  if (stringListValue === null) return false
  // The brackets; each text adds itself and a comma.
  let characters = 1
  for (const text of stringListValue) {
    characters += JSON.stringify(text).length + 1
    if (characters > MAX_LOOKUP_VALUE) return true
  }
  return false
}

function changed(before: LookupResult, change: ValueChange): LookupResult {
  switch (change.kind) {
    case 'set':
      return singleResult(change.value)
    case 'set-list':
      return listResult(change.values)
    case 'add': {
      const all = [...(before.stringListValue ?? []), ...change.values]
      return listResult(change.keepsDuplicates ? all : [...new Set(all)], before.ttlMs)
    }
    case 'remove': {
      const removed = new Set(change.values)
      return listResult(
        (before.stringListValue ?? []).filter((value) => !removed.has(value)),
        before.ttlMs,
      )
    }
    case 'clear':
      return emptyResult()
    case 'assign-ttl':
      return { ...before, ttlMs: change.ttlMs }
    default:
      throw new Error(`unknown change: ${change satisfies never}`)
  }
}

export const listResult = (values: readonly string[], ttlMs = Number.POSITIVE_INFINITY): LookupResult => ({
  singleValue: null,
  multiValue: { value: values },
  stringListValue: values,
  hasError: false,
  ttlMs,
})
