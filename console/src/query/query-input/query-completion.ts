/** What the editor requests from the page while the user types. */
import type { FieldValueCount } from '@logyard/contract/search/field-insights'
import type { CompletableField } from '@logyard/languages/query/editor/complete-query'

export interface QueryCompletion {
  /** Every field that the user may see. */
  readonly fields: readonly CompletableField[]
  /** The most common values of a field with this prefix. */
  readonly values: (field: string, input: string, signal: AbortSignal) => Promise<readonly FieldValueCount[]>
}
