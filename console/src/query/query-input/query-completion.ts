/** What the editor asks the page for while somebody types. */
import type { FieldValueCount } from '@logyard/contract/search/field-insights'
import type { CompletableField } from '@logyard/languages/query/editor/complete-query'

export interface QueryCompletion {
  /** Every field that the user may see. */
  readonly fields: readonly CompletableField[]
  /** The commonest values of a field that begin like this. */
  readonly values: (field: string, input: string, signal: AbortSignal) => Promise<readonly FieldValueCount[]>
}
