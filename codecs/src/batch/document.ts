/** Documents of no fixed shape, as log shippers write them: where their text, their time and their host stand. */
import { isJsonObject, type JsonObject, jsonText } from '../json-text.ts'
import { scalarOf } from './field-writer.ts'

/** `key` is the top-level name that the text came from, when it holds nothing else. */
export interface DocumentText {
  readonly text: string
  readonly key: string | undefined
}

const TEXT_KEYS = ['message', 'msg', 'log', 'short_message', 'text', 'body']

/** The text of a document: the first of the usual names that holds one, else the whole document as JSON. */
export function documentText(document: JsonObject): DocumentText {
  for (const key of TEXT_KEYS) {
    const value = document[key]
    if (typeof value === 'string' && value.trim() !== '') return { text: value, key }
  }
  const original = textAt(document, 'event', 'original')
  return { text: original ?? jsonText(document) ?? '-', key: undefined }
}

/** The host of a document, in the words of Elastic's schema and of what came before it; empty when there is none. */
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

/** `outer.inner`, whether it is nested or written with a dot. */
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
