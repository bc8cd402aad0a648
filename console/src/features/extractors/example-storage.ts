/** A pasted example has no address: it waits in the tab's storage for the page of the new extractor. */
import type { Drafts } from '../../base/drafts/drafts.ts'
import type { LoadedMessage } from '../../messages-table/loader/loaded-message.ts'

const ID = 'pasted-example'

export function storePastedExample(drafts: Drafts, inputId: string, { fields }: LoadedMessage): void {
  drafts.keep({ id: ID, subject: ID, link: '', content: { inputId, fields } }, { isLasting: false })
}

export function findPastedExample(drafts: Drafts, inputId: string): LoadedMessage | undefined {
  const content = drafts.findById(ID)?.content
  if (typeof content !== 'object' || content === null) return undefined
  const { inputId: ofInput, fields }: { inputId?: unknown; fields?: unknown } = content
  if (ofInput !== inputId || typeof fields !== 'object' || fields === null) return undefined
  return { fields: { ...fields } }
}

export const discardPastedExample = (drafts: Drafts): void => drafts.forget(ID)
