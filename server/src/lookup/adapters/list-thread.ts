/** What the thread of a data adapter that loads a whole list gets, and offers. */
import type { DsvHttpConfig } from '@logyard/contract/lookup/adapter-configs'
import type { SharedAnswers } from '../shared-tables/shared-answers.ts'

export type ListSource =
  | { readonly kind: 'dsv'; readonly config: DsvHttpConfig }
  | { readonly kind: 'tor' | 'spamhaus'; readonly urls: readonly string[] }

/** Tells whether a list changed. */
export interface ListVersion {
  readonly digest: string
  /** Headers that ask for a newer version only. */
  readonly validators: Readonly<Record<string, string>>
}

export interface ListLoad {
  /** Undefined if the list did not change. The table is in shared memory. */
  readonly answers: SharedAnswers | undefined
  readonly version: ListVersion
}

export interface ListFunctions extends Record<string, (input: never, signal: AbortSignal) => unknown> {
  /** Throws, with a sentence, if the list cannot be loaded. */
  readonly load: (known: ListVersion | undefined, signal: AbortSignal) => Promise<ListLoad>
}
