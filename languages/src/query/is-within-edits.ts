import type { FuzzyEdits } from './query-tree.ts'

/**
 * Whether one list of characters becomes the other with at most `edits` edits. An edit inserts, deletes or replaces a
 * character, or swaps two adjacent ones. Only a band around the diagonal can stay within the limit, so a row of the
 * table holds only that band: its cell `k` is the column `row + k - edits`.
 */
export function isWithinEdits(one: readonly string[], other: readonly string[], edits: FuzzyEdits): boolean {
  if (Math.abs(one.length - other.length) > edits) return false
  const width = 2 * edits + 1
  const tooFar = edits + 1
  const cell = (row: readonly number[], k: number) => row[k] ?? tooFar
  let beforeLast: number[] = []
  let last = Array.from({ length: width }, (_, k) => (k < edits ? tooFar : k - edits))
  for (let row = 1; row <= one.length; row++) {
    const current: number[] = []
    for (let k = 0; k < width; k++) {
      const column = row + k - edits
      if (column < 0 || column > other.length) {
        current.push(tooFar)
        continue
      }
      if (column === 0) {
        current.push(row)
        continue
      }
      const isSame = one[row - 1] === other[column - 1]
      const areSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const least = Math.min(cell(last, k) + (isSame ? 0 : 1), cell(last, k + 1) + 1, cell(current, k - 1) + 1)
      current.push(areSwapped ? Math.min(least, cell(beforeLast, k) + 1) : least)
    }
    if (Math.min(...current) > edits) return false
    beforeLast = last
    last = current
  }
  return cell(last, other.length - one.length + edits) <= edits
}
