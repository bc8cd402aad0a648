import { expect, test } from 'vitest'
import { rowHeightFor } from './screen-rows.ts'

const rows = (count: number) => [
  { y: 0, h: 1 },
  { y: 1, h: count - 1 },
]

test.each([
  { name: 'twelve rows share a wall', count: 12, height: 1000, each: 74 },
  { name: 'few rows grow', count: 4, height: 1000, each: 242 },
  { name: 'rows that would be too low scroll', count: 30, height: 1000, each: undefined },
  { name: 'an unknown height changes nothing', count: 4, height: 0, each: undefined },
])('$name', ({ count, height, each }) => {
  expect(rowHeightFor(rows(count), height)).toBe(each)
})
