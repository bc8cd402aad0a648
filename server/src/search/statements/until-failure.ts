import { parseError } from '@clickhouse/client'

interface Answered {
  readonly stream: AsyncIterable<Uint8Array>
  readonly response_headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * An answer as it comes, without the engine's words of what went wrong: once some of it is sent, those stand behind it.
 * Rejects with them instead.
 */
export async function* untilFailure({ stream, response_headers: headers }: Answered): AsyncGenerator<Uint8Array> {
  const tag = headers['x-clickhouse-exception-tag']
  if (typeof tag !== 'string') return yield* stream
  const mark = Buffer.from(`\r\n__exception__\r\n${tag}\r\n`)
  let held = Buffer.alloc(0)
  let words = ''
  try {
    for await (const chunk of stream) {
      if (words !== '') {
        words += Buffer.from(chunk).toString()
        continue
      }
      const bytes = Buffer.concat([held, chunk])
      const at = bytes.indexOf(mark)
      words = at < 0 ? '' : bytes.subarray(at).toString()
      const end = at < 0 ? bytes.length - beginningOf(mark, bytes) : at
      if (end > 0) yield bytes.subarray(0, end)
      held = bytes.subarray(end)
    }
  } catch (error) {
    // The engine tears the connection when it has said why.
    if (words === '') throw error
  }
  if (words !== '') throw parseError(words.slice(mark.length))
  if (held.length > 0) yield held
}

/** How many bytes at the end may be the first of the mark. */
function beginningOf(mark: Buffer, bytes: Buffer): number {
  const longest = Math.min(mark.length - 1, bytes.length)
  for (let length = longest; length > 0; length--) {
    if (bytes.subarray(bytes.length - length).equals(mark.subarray(0, length))) return length
  }
  return 0
}
