/** A drafted extractor on its way from the message that it was drafted from to the page of a new extractor. */
import type { Drafts } from '../../base/drafts/drafts.ts'

export interface ExtractorDraft {
  readonly type: 'regex' | 'grok'
  readonly config: Readonly<Record<string, string | boolean>>
  readonly title: string
  readonly sourceField: string
  /** Empty for grok, which names its fields itself. */
  readonly targetField: string
  readonly example: { readonly index: string; readonly id: string }
}

const SUBJECT = 'extractor'
const ID = 'drafted-extractor'

/** Stores it for this tab; one at a time. */
export function storeExtractorDraft(drafts: Drafts, draft: ExtractorDraft): void {
  drafts.keep({ id: ID, subject: SUBJECT, link: '', content: draft }, { isLasting: false })
}

/** The stored draft, if it is about this example; it is stored until it is discarded, so that a reload finds it. */
export function findExtractorDraft(drafts: Drafts, example: ExtractorDraft['example']): ExtractorDraft | undefined {
  const draft = draftOf(drafts.findById(ID)?.content)
  return draft?.example.index === example.index && draft.example.id === example.id ? draft : undefined
}

/** To call once the extractor is saved or the form is left. */
export const discardExtractorDraft = (drafts: Drafts): void => drafts.forget(ID)

function draftOf(stored: unknown): ExtractorDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { type, config, title, sourceField, targetField, example }: Partial<Record<keyof ExtractorDraft, unknown>> =
    stored
  if (type !== 'regex' && type !== 'grok') return undefined
  if (typeof title !== 'string' || typeof sourceField !== 'string' || typeof targetField !== 'string') return undefined
  if (typeof config !== 'object' || config === null || typeof example !== 'object' || example === null) return undefined
  const { index, id }: { index?: unknown; id?: unknown } = example
  if (typeof index !== 'string' || typeof id !== 'string') return undefined
  const entries = Object.entries(config).filter(
    (entry): entry is [string, string | boolean] => typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
  )
  return { type, config: Object.fromEntries(entries), title, sourceField, targetField, example: { index, id } }
}
