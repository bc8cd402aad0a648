import { FIELD } from '@logyard/contract/messages/message-fields'
import type { ExtractorDraft } from '../drafts/extractor-draft.ts'
import type { Span } from '../drafts/selected-part.ts'

/** A text field of a stored message. */
export interface ExtractSource {
  readonly text: string
  readonly field: string
  /** The sender of the message. */
  readonly sender?: string
  readonly example: { readonly index: string; readonly id: string }
  /** The input that received the message, and the node. */
  readonly inputId: string
  readonly nodeId: string
  /** A form that takes the draft; absent: a new extractor gets it. */
  readonly form?: { readonly type: ExtractorDraft['type']; readonly take: (draft: ExtractorDraft) => void }
}

export interface ExtractRequest {
  readonly source: ExtractSource
  /** The part to extract; absent: the user selects it. */
  readonly part?: Span
}

interface SourceMessage {
  readonly index: string
  readonly message: Readonly<Record<string, unknown>>
}

/** `undefined`: the value is no text, or the message is in no index or from no input, so no extractor can be for it. */
export function extractSourceOf({ index, message }: SourceMessage, field: string): ExtractSource | undefined {
  const [text, id, inputId, nodeId] = [
    message[field],
    message['_id'],
    message[FIELD.sourceInput],
    message[FIELD.sourceNode],
  ]
  if (typeof text !== 'string' || text === '' || typeof id !== 'string' || typeof inputId !== 'string') return undefined
  // Messages of a live tail and of a simulation are in no index.
  if (index === '' || index.startsWith('[')) return undefined
  const sender = message[FIELD.source]
  return {
    ...{ text, field, example: { index, id }, inputId },
    ...(typeof sender === 'string' ? { sender } : {}),
    nodeId: typeof nodeId === 'string' ? nodeId : '-',
  }
}
