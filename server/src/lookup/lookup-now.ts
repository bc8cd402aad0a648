import type { LookupKey, LookupResult, LookupTable } from './lookup-tables.ts'

/** Waits, in the main thread, for a value that has to be fetched. */
export async function lookUpNow(table: LookupTable, key: LookupKey, signal: AbortSignal): Promise<LookupResult> {
  for (;;) {
    const found = table.lookUp(key)
    if ('hasError' in found) return found
    signal.throwIfAborted()
    await found.resolve(signal)
  }
}
