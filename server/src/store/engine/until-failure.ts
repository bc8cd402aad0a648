import { reportedError } from './reported-error.ts'

/** The maximum length of an error at the end of a response. The rest is not read. */
const MAX_ERROR_CHARACTERS = 64 * 1024

interface Answered {
  readonly stream: AsyncIterable<Uint8Array>
  readonly response_headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * Streams the engine's answer. If the statement fails after some output, the engine appends the error to the output; this
 * removes it and throws it instead.
 */
export async function* untilFailure({ stream, response_headers: headers }: Answered): AsyncGenerator<Uint8Array> {
  const tag = headers['x-clickhouse-exception-tag']
  if (typeof tag !== 'string') return yield* stream
  const marker = Buffer.from(`\r\n__exception__\r\n${tag}\r\n`)
  let held = Buffer.alloc(0)
  let failure = ''
  try {
    for await (const chunk of stream) {
      if (failure !== '') {
        failure += Buffer.from(chunk).toString()
        if (failure.length > MAX_ERROR_CHARACTERS) break
        continue
      }
      const bytes = Buffer.concat([held, chunk])
      const at = bytes.indexOf(marker)
      failure = at < 0 ? '' : bytes.subarray(at).toString()
      const end = at < 0 ? bytes.length - partialMarkerLength(marker, bytes) : at
      if (end > 0) yield bytes.subarray(0, end)
      held = bytes.subarray(end)
    }
  } catch (error) {
    // The engine closes the connection after it has sent the error.
    if (failure === '') throw error
  }
  if (failure !== '') throw reportedError(failure.slice(marker.length))
  if (held.length > 0) yield held
}

/** The number of bytes at the end that may be the start of the marker. */
function partialMarkerLength(marker: Buffer, bytes: Buffer): number {
  const longest = Math.min(marker.length - 1, bytes.length)
  for (let length = longest; length > 0; length--) {
    if (bytes.subarray(bytes.length - length).equals(marker.subarray(0, length))) return length
  }
  return 0
}
