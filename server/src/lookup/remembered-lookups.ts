/**
 * Lookup tables for work that starts again after each pending lookup: what was found for an owner (a message) before
 * stays the same until its work is done, whether or not a cache holds it.
 */
import type { LookupKey, LookupResult, LookupTable, LookupTables } from './lookup-tables.ts'

export interface RememberedLookups<Owner extends object> {
  readonly tables: LookupTables
  /** Lookups from now on are those of the owner. */
  begin(owner: Owner): void
  /** The owner waits, and begins again later. */
  wait(): void
}

type Found = Map<string, Map<LookupKey, LookupResult>>

export function rememberLookups<Owner extends object>(tables: LookupTables): RememberedLookups<Owner> {
  const waiting = new WeakMap<Owner, Found>()
  let hasWaited = false
  let current: { readonly owner: Owner; found: Found | undefined } | undefined

  function remember(name: string, key: LookupKey, result: LookupResult): void {
    if (current === undefined) return
    current.found ??= new Map()
    current.found.getOrInsertComputed(name, () => new Map()).set(key, result)
  }

  const remembering = (name: string, table: LookupTable): LookupTable => ({
    writer: table.writer,
    lookUp(key) {
      const known = current?.found?.get(name)?.get(key)
      if (known !== undefined) return known
      const found = table.lookUp(key)
      if ('hasError' in found) remember(name, key, found)
      return found
    },
  })

  return {
    tables: {
      find(name) {
        const table = tables.find(name)
        return table && remembering(name, table)
      },
    },
    begin(owner) {
      current = { owner, found: hasWaited ? waiting.get(owner) : undefined }
    },
    wait() {
      if (current?.found === undefined) return
      waiting.set(current.owner, current.found)
      hasWaited = true
    },
  }
}
