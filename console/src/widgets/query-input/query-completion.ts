/** What the editor asks the page for while somebody types. */
import type { FieldValueCount } from '@logyard/contract/field-insights'
import type { KnownField } from '../field-types.ts'

export interface QueryCompletion {
  /** Every field that the user may see. */
  readonly fields: readonly KnownField[]
  /** Whether the searched streams have it. */
  readonly isInStreams: (name: string) => boolean
  /** The commonest values of a field that begin like this. */
  readonly values: (field: string, input: string, signal: AbortSignal) => Promise<readonly FieldValueCount[]>
}
