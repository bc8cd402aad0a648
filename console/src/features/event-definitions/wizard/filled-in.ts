import { type DefinitionDraft, NEW_DEFINITION } from '../model/definition-draft.ts'

/** The draft that a link to the wizard describes. */
export function filledIn(_values: URLSearchParams): DefinitionDraft {
  return NEW_DEFINITION
}
