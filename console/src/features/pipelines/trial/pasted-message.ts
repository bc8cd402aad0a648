/** A message as people paste it: a JSON object, key=value pairs, or plain text. */
import { isRecord } from '../../../ui/is-record.ts'
import type { Fields } from '../field-changes/field-changes.ts'

const PAIR = /([A-Za-z_][\w.@-]*)=("(?:[^"\\]|\\.)*"|\S*)/g

/** `undefined` for blank text, and for JSON that is not an object. */
export function pastedMessage(text: string): Fields | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (trimmed.startsWith('{')) return jsonObject(trimmed)
  const pairs = [...trimmed.matchAll(PAIR)].map(([, key = '', value = '']): [string, unknown] => [
    key,
    plainValue(value),
  ])
  // A sentence with one equals sign in it is still a text.
  const isPairs = pairs.length > 0 && trimmed.replaceAll(PAIR, '').trim() === ''
  return isPairs ? Object.fromEntries(pairs) : { message: trimmed }
}

function jsonObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function plainValue(text: string): unknown {
  if (text.startsWith('"')) return text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  const number = Number(text)
  return /^-?\d/.test(text) && Number.isFinite(number) && String(number) === text ? number : text
}
