import { expect, test } from 'vitest'
import { isWithinEdits } from './is-within-edits.ts'

/** The textbook algorithm with the whole table. */
function distance(one: readonly string[], other: readonly string[]): number {
  const rows = [other.map((_, at) => at)]
  rows[0]?.push(other.length)
  for (let row = 1; row <= one.length; row++) {
    const cells = [row]
    for (let column = 1; column <= other.length; column++) {
      const at = (r: number, c: number) => rows[r]?.[c] ?? Number.POSITIVE_INFINITY
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      let least = Math.min(at(row - 1, column - 1) + cost, at(row - 1, column) + 1, (cells[column - 1] ?? 0) + 1)
      const areSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && areSwapped) least = Math.min(least, at(row - 2, column - 2) + 1)
      cells.push(least)
    }
    rows.push(cells)
  }
  return rows[one.length]?.[other.length] ?? 0
}

test.each([
  ['ssh', 'shs', 1, true],
  ['ssh', 'ss', 1, true],
  ['ssh', 'sshd', 1, true],
  ['ssh', 'sxh', 1, true],
  ['ssh', 'hss', 1, false],
  ['ssh', 'hss', 2, true],
  ['ssh', 'ssh', 0, true],
  ['ssh', 'ssx', 0, false],
  ['größe', 'grösse', 2, true],
  ['a𝄞', 'a', 1, true],
] as const)('%s and %s within %i: %s', (one, other, edits, is) => {
  expect(isWithinEdits([...one], [...other], edits)).toBe(is)
})

test('agrees with the whole table on all short texts of three letters', () => {
  const texts = ['']
  for (let at = 0; (texts[at] ?? '').length < 5; at++) texts.push(...['a', 'b', 'c'].map((char) => texts[at] + char))
  const sample = texts.filter((_, at) => at % 3 === 0)
  for (const one of sample)
    for (const other of sample) {
      const edits = distance([...one], [...other])
      for (const limit of [0, 1, 2] as const) {
        if (isWithinEdits([...one], [...other], limit) !== edits <= limit) throw new Error(`${one} ${other} ${limit}`)
      }
    }
})
