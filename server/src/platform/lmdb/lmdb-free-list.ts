/** The free pages of an LMDB file, as its free list records them. */
import { unless } from './lmdb-page.ts'
import type { TreeEntry } from './lmdb-walk.ts'

const NUMBER_BYTES = 8

/**
 * Calls `onRun` for the runs of pages that an entry lists. An entry is a count of numbers, then page numbers; a
 * negative number is the length of the run that begins at the next one, and zeros are padding.
 */
export function readFreePages({ flags, value }: TreeEntry, onRun: (first: number, count: number) => void): void {
  unless(
    flags === 0 && value.length >= NUMBER_BYTES && value.length % NUMBER_BYTES === 0,
    'a list of free pages is wrong',
  )
  const numberAt = (index: number) => Number(value.readBigInt64LE(index * NUMBER_BYTES))
  const length = numberAt(0)
  unless(length >= 0 && length < value.length / NUMBER_BYTES, 'a list of free pages has a wrong length')
  for (let index = 1; index <= length; index += 1) {
    const number = numberAt(index)
    if (number === 0) continue
    if (number > 0) {
      onRun(number, 1)
      continue
    }
    index += 1
    const first = index <= length ? numberAt(index) : 0
    unless(first > 0, 'a list of free pages has a run without a beginning')
    onRun(first, -number)
  }
}
