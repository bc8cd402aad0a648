/** Data of a request that is read as a whole. */
import { CODE, refused } from './clickhouse-error.ts'
import { wholeBody } from './insert-batches.ts'

/** Statements, and data in formats that cannot be split, are read as a whole. */
export const MAX_WHOLE_BYTES = 64 * 1024 * 1024

export async function* whole(data: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield await wholeBody(data, MAX_WHOLE_BYTES)
}

export function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw refused(CODE.badArguments, 'The statement is not valid UTF-8', { cause: error })
  }
}
