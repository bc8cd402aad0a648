import { CODE, refused } from './clickhouse-error.ts'

const NEWLINE = 0x0a

/**
 * Splits a stream of lines into batches of whole lines. The boundaries depend on the bytes alone, never on their
 * chunks, because a repeated insert is recognized batch by batch through its deduplication token.
 */
export async function* insertBatches(
  body: AsyncIterable<Buffer>,
  limits: { batchBytes: number; maxRowBytes: number },
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  // Grows until the end of a long row, so that its bytes are not concatenated again for every chunk.
  let cutAtSize = limits.batchBytes
  for await (const chunk of body) {
    parts.push(chunk)
    size += chunk.length
    if (size < cutAtSize) continue
    const rest = yield* fullBatches(joined(parts, size), limits.batchBytes)
    if (rest.length > limits.maxRowBytes) {
      throw refused(CODE.tooLarge, `A row is longer than ${limits.maxRowBytes} bytes`)
    }
    parts = [rest]
    size = rest.length
    cutAtSize = size < limits.batchBytes ? limits.batchBytes : size + limits.batchBytes
  }
  const rest = yield* fullBatches(joined(parts, size), limits.batchBytes)
  if (rest.length > 0) yield rest
}

function* fullBatches(bytes: Buffer, batchBytes: number): Generator<Buffer, Buffer> {
  let rest = bytes
  while (rest.length >= batchBytes) {
    const cut = cutOf(rest, batchBytes)
    if (cut === undefined) break
    yield rest.subarray(0, cut)
    rest = rest.subarray(cut)
  }
  return rest
}

function joined(parts: readonly Buffer[], size: number): Buffer {
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts, size)
}

/** The offset after the last line that ends within the limit; a line longer than the limit is a batch of its own. */
function cutOf(bytes: Buffer, limit: number): number | undefined {
  const within = bytes.lastIndexOf(NEWLINE, limit - 1)
  if (within !== -1) return within + 1
  const beyond = bytes.indexOf(NEWLINE, limit)
  return beyond === -1 ? undefined : beyond + 1
}

/** Reads a whole body, up to a limit. */
export async function wholeBody(body: AsyncIterable<Buffer> | Iterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    parts.push(chunk)
    size += chunk.length
    if (size > maxBytes) {
      throw refused(CODE.tooLarge, `The body is longer than ${maxBytes} bytes, the most that is read as a whole`)
    }
  }
  return Buffer.concat(parts, size)
}
