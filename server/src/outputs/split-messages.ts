import type { OutputMessages } from './output-type.ts'

/** Yields each message without its terminating NUL, as a view of the same memory. */
export function* splitMessages({ bytes }: OutputMessages): Generator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0, from)
    if (end < 0) return
    yield bytes.subarray(from, end)
    from = end + 1
  }
}
