/** A value that has a menu, as text and as a condition of a query. */
import type { ExtractSource } from '../../parsing/extract/extract-source.ts'
import { fieldTerm } from '../../view-document/actions/query-composition.ts'
import type { ValuePathPart } from '../../view-document/actions/search-actions.ts'
import type { StoredMessage } from '../loader/loaded-message.ts'

/** A value, and what its menu needs to know about it. */
export interface MenuValue {
  readonly field: string
  readonly value: unknown
  /** A value created by a decorator cannot be searched for. */
  readonly isDecorated?: boolean
  /** The value was computed: no message has it. */
  readonly isMetric?: boolean
  /** In an aggregation: the keys of the cell, to show the messages behind it. */
  readonly path?: readonly ValuePathPart[]
  /** The value in its message, which an extractor can be made for. */
  readonly source?: ExtractSource | undefined
  /** The message with the value, which a rule can be tried on. */
  readonly stored?: StoredMessage | undefined
}

export interface OpenValueMenu extends MenuValue {
  /** The position that it opens at. */
  readonly at: DOMRect
}

/** For a list, every element must match. */
export function termOf(field: string, value: unknown, type: string): string {
  if (!Array.isArray(value)) return fieldTerm(field, value, type)
  return value.map((element) => fieldTerm(field, element, type)).join(' AND ')
}

export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
