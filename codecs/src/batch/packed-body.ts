/**
 * The payload of the inputs that speak HTTP is the request's body. What the codec has to know besides (a content type, a
 * name from the path or the query) stands before it: the byte 1, one line of JSON, then the body as it came. A payload
 * without that mark is a body about which nothing is known, as when somebody pastes one into a parser form.
 */
import { isJsonObject, parseJson } from '../json-text.ts'
import { textOf } from '../text-of.ts'

/** Short texts that the input took from the request. Never credentials: the journal keeps them. */
export type BodyNotes = Readonly<Record<string, string>>

export interface PackedBody {
  readonly notes: ReadonlyMap<string, string>
  readonly body: Uint8Array
}

const MARK = 1
const NEWLINE = 0x0a
const MAX_NOTES_BYTES = 64 * 1024

export function packBody(notes: BodyNotes, body: Uint8Array): Uint8Array {
  const head = Buffer.from(`\u0001${JSON.stringify(notes)}\n`)
  return head.byteLength > MAX_NOTES_BYTES ? body : Buffer.concat([head, body])
}

export function unpackBody(payload: Uint8Array): PackedBody {
  const nothingKnown = { notes: new Map<string, string>(), body: payload }
  if (payload[0] !== MARK) return nothingKnown
  const end = payload.subarray(0, MAX_NOTES_BYTES).indexOf(NEWLINE)
  const given = end < 0 ? undefined : parseJson(textOf(payload.subarray(1, end)))
  if (!isJsonObject(given)) return nothingKnown
  const notes = new Map<string, string>()
  for (const [name, value] of Object.entries(given)) if (typeof value === 'string') notes.set(name, value)
  return { notes, body: payload.subarray(end + 1) }
}
