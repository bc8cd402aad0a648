/** Reads encoded rows, `["<id>","<index>",…]` and a newline, by the fixed positions of id and index. */

const NEWLINE = 0x0a
const QUOTE = 0x22
const ID_AT = 2
const ID_LENGTH = 36
const INDEX_AT = ID_AT + ID_LENGTH + 3

export function* linesOf(body: Uint8Array): Generator<Uint8Array> {
  let at = 0
  while (at < body.length) {
    const end = body.indexOf(NEWLINE, at)
    const next = end === -1 ? body.length : end + 1
    yield body.subarray(at, next)
    at = next
  }
}

/** Identifies a stored row: the message's id, and the index without its number. */
export function rowKey(line: Uint8Array): string {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength)
  const id = rowId(line)
  const index = bytes.toString('utf8', INDEX_AT, bytes.indexOf(QUOTE, INDEX_AT))
  return `${id} ${setOfIndex(index)}`
}

export const rowId = (line: Uint8Array): string =>
  Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('latin1', ID_AT, ID_AT + ID_LENGTH)

/** The prefix of an index's set: `logyard` for `logyard_17`. */
export const setOfIndex = (index: string): string => index.replace(/_\d+$/, '')
