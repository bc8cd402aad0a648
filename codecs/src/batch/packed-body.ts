/**
 * The payload of HTTP inputs is the request's body. Metadata for the codec (a content type, a name from the path or the
 * query) is put in front: the byte 1, one line of JSON, then the body. A payload without that mark is a body without
 * metadata, for example one pasted into a form.
 */
import { isJsonObject, parseJson } from '../json-text.ts'
import { textOf } from '../text-of.ts'

/** Short texts from the request. Never credentials: they are stored in the journal. */
export type BodyNotes = Readonly<Record<string, string>>

const MARK = 1
const NEWLINE = 0x0a
const MAX_NOTES_BYTES = 64 * 1024

export function packBody(notes: BodyNotes, body: Uint8Array): Uint8Array {
  // Most bodies have no metadata: they need no copy.
  if (Object.keys(notes).length === 0 && body[0] !== MARK) return body
  const head = Buffer.from(`\u0001${JSON.stringify(notes)}\n`)
  return head.byteLength > MAX_NOTES_BYTES ? body : Buffer.concat([head, body])
}

export function unpackBody(payload: Uint8Array) {
  const nothingKnown = { notes: new Map<string, string>(), body: payload }
  if (payload[0] !== MARK) return nothingKnown
  const end = payload.subarray(0, MAX_NOTES_BYTES).indexOf(NEWLINE)
  const given = end < 0 ? undefined : parseJson(textOf(payload.subarray(1, end)))
  if (!isJsonObject(given)) return nothingKnown
  const notes = new Map<string, string>()
  for (const [name, value] of Object.entries(given)) if (typeof value === 'string') notes.set(name, value)
  return { notes, body: payload.subarray(end + 1) }
}
