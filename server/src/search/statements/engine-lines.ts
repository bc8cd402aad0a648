const NEWLINE = 0x0a

/** Splits a stream of bytes into whole lines; `count` is called with the size of each chunk before it is decoded. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<readonly string[]> {
  let rest: Uint8Array[] = []
  for await (const chunk of chunks) {
    count(chunk.length)
    const end = chunk.lastIndexOf(NEWLINE)
    if (end < 0) {
      rest.push(chunk)
      continue
    }
    const whole = Buffer.concat([...rest, chunk.subarray(0, end)])
    rest = [chunk.subarray(end + 1)]
    yield whole.toString().split('\n')
  }
  const last = Buffer.concat(rest).toString()
  if (last !== '') yield [last]
}
