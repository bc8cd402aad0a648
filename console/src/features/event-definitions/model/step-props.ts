import type { DefinitionDraft } from '../model/definition-draft.ts'
import type { DraftErrors } from './step.ts'

export interface StepProps {
  readonly draft: DefinitionDraft
  readonly errors: DraftErrors
  readonly onChange: (changes: Partial<DefinitionDraft>) => void
}
