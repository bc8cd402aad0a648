import type { MessageDocument } from '@logyard/contract/search/search-results'

export interface RowWriter {
  /** Text of messages that came together. */
  rows(documents: readonly MessageDocument[]): string
  /** Behind the last ones. */
  end(): string
}

export const DEFAULT_FIELDS = ['timestamp', 'source', 'message']

export const fieldOf = (document: MessageDocument, field: string): unknown =>
  Object.hasOwn(document, field) ? document[field] : undefined

export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
