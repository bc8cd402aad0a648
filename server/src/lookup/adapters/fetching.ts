/** What adapters that fetch each value have in common: a failed lookup is their error state until one succeeds. */
import { textOfKey } from '../lookup-results.ts'
import type { LookupResult } from '../lookup-tables.ts'
import type { AdapterStart, FetchingAdapter } from './adapter.ts'

/** The lookup fails because of its key: the source is fine. */
export class KeyProblem extends Error {
  override readonly name = 'KeyProblem'
}

type LookUpText = (key: string, signal: AbortSignal) => Promise<LookupResult>

export const fetching = ({ report }: Pick<AdapterStart, 'report'>, lookUp: LookUpText): FetchingAdapter => ({
  kind: 'fetching',
  async lookUp(key, signal) {
    try {
      const result = await lookUp(textOfKey(key), signal)
      report(undefined)
      return result
    } catch (error) {
      const isOfSource = !signal.aborted && !(error instanceof KeyProblem)
      if (isOfSource) report(error instanceof Error ? error.message : String(error))
      throw error
    }
  },
  async [Symbol.asyncDispose]() {
    // Lookups end with their signals.
  },
})
