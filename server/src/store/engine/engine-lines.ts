import { engineUnavailable } from './engine-failure.ts'

const NEWLINE = 0x0a
/** The maximum length of one row of a response. The longest rows are messages, with a few MB. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024
/** What a line needs in memory as a row, whatever its values. */
const ROW_BYTES = 64

/**
 * Splits a stream of bytes into whole lines. `count` is called with the memory that each chunk and its lines need, before
 * the lines are parsed.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<readonly string[]> {
  let rest: Uint8Array[] = []
  let restBytes = 0
  for await (const chunk of chunks) {
    count(chunk.length)
    const end = chunk.lastIndexOf(NEWLINE)
    if (end < 0) {
      rest.push(chunk)
      restBytes += chunk.length
      if (restBytes > MAX_LINE_BYTES) throw engineUnavailable({ cause: new Error('a line of the response has no end') })
      continue
    }
    const whole = Buffer.concat([...rest, chunk.subarray(0, end)])
    rest = [chunk.subarray(end + 1)]
    restBytes = chunk.length - end - 1
    const lines = whole.toString().split('\n')
    count(lines.length * ROW_BYTES)
    yield lines
  }
  const last = Buffer.concat(rest).toString()
  if (last !== '') yield [last]
}
