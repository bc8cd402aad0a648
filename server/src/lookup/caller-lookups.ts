/** Lookups on behalf of a user: a table that the user may not read is as one that does not exist. */
import type { Caller } from '../http/caller.ts'
import { lookUpNow } from './lookup-now.ts'
import type { LookupResult } from './lookup-tables.ts'
import type { Lookups } from './lookups.ts'

export function callerLookups(lookups: Pick<Lookups, 'isReadable' | 'registry'>, caller: Caller) {
  async function lookUp(name: string, key: unknown, signal: AbortSignal): Promise<LookupResult | undefined> {
    const table = lookups.isReadable(name, caller) ? lookups.registry.lookups.find(name) : undefined
    if (table === undefined || key === undefined || key === null) return undefined
    return lookUpNow(table, typeof key === 'number' || typeof key === 'bigint' ? key : String(key), signal)
  }
  return {
    /** Undefined if there is no such table. A lookup that fails finds nothing. */
    table(name: string) {
      if (!lookups.isReadable(name, caller)) return undefined
      const table = lookups.registry.lookups.find(name)
      return table && ((key: string, signal: AbortSignal) => lookUpNow(table, key, signal))
    },
    /** Undefined if there is no such table, key or value, or if the lookup failed. */
    async value(name: string, key: unknown, signal: AbortSignal) {
      const { singleValue } = (await lookUp(name, key, signal)) ?? { singleValue: null }
      return singleValue === null ? undefined : String(singleValue)
    },
    /** Several if the table answers a list; none if there is no such table, key or value; undefined if it failed. */
    async values(name: string, key: unknown, signal: AbortSignal) {
      const result = await lookUp(name, key, signal)
      if (result === undefined) return []
      if (result.hasError) return undefined
      if (result.stringListValue !== null) return result.stringListValue
      return result.singleValue === null ? [] : [String(result.singleValue)]
    },
  }
}
