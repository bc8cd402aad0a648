import type { InputSummary } from '@logyard/contract/ingest/inputs'
import type { InputSubject } from '../form/input-dialog.tsx'

export interface FindingProps {
  readonly input: InputSummary
  /** All inputs, of which one may use the port of another. */
  readonly inputs: readonly InputSummary[]
  readonly onEdit: (subject: InputSubject) => void
}
