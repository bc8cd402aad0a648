/** Finds text, time and host in the free-form documents of log shippers. */
import { isJsonObject, type JsonObject, jsonText } from '../json-text.ts'
import { scalarOf } from './field-writer.ts'

/** `key` is the top-level name of the text, if it has no other content. */
export interface DocumentText {
  readonly text: string
  readonly key: string | undefined
}

/**
 * The text of an event, and the event without it. Some libraries wrap what they log:
 * `{"message": {"message": "text", "order": 17}, "severity": "info"}`.
 */
export function splitEvent(event: JsonObject): { readonly text: string; readonly rest: JsonObject } {
  const { text, key } = documentText(event)
  if (key !== undefined) return { text, rest: without(event, key) }
  const wrapped = event['message']
  if (isJsonObject(wrapped)) {
    const inner = documentText(wrapped)
    if (inner.key !== undefined) return { text: inner.text, rest: { ...event, message: without(wrapped, inner.key) } }
  }
  return { text, rest: event }
}

function without(document: JsonObject, key: string): JsonObject {
  const { [key]: _text, ...rest } = document
  return rest
}

const TEXT_KEYS = ['message', 'msg', 'log', 'short_message', 'text', 'body']

/** The text of a document: the first of the usual names that has one, else the whole document as JSON. */
export function documentText(document: JsonObject): DocumentText {
  for (const key of TEXT_KEYS) {
    const value = document[key]
    if (typeof value === 'string' && value.trim() !== '') return { text: value, key }
  }
  const original = textAt(document, 'event', 'original')
  return { text: original ?? jsonText(document) ?? '-', key: undefined }
}

/** The host of a document, by the names of the Elastic Common Schema and its predecessors; empty if there is none. */
export function documentHost(document: JsonObject): string {
  return (
    textAt(document, 'host', 'name') ??
    textAt(document, 'host', 'hostname') ??
    textOrNone(document['host']) ??
    textOrNone(document['hostname']) ??
    textAt(document, 'agent', 'hostname') ??
    textAt(document, 'agent', 'name') ??
    textAt(document, 'beat', 'hostname') ??
    textAt(document, 'kubernetes', 'host') ??
    ''
  )
}

/** `outer.inner`, either nested or as a name with a dot. */
export function textAt(document: JsonObject, outer: string, inner: string): string | undefined {
  const nested = document[outer]
  const value = isJsonObject(nested) && Object.hasOwn(nested, inner) ? nested[inner] : document[`${outer}.${inner}`]
  return textOrNone(value)
}

export function textOrNone(value: unknown): string | undefined {
  const scalar = scalarOf(value)
  if (scalar === undefined || typeof scalar === 'boolean') return undefined
  const text = String(scalar)
  return text.trim() === '' ? undefined : text
}
