import { expect, test } from 'vitest'
import { levelName, levelNumber } from './message-levels.ts'

test.each([
  [3, 3, 'error'],
  ['3', 3, 'error'],
  ['err', 3, 'error'],
  ['ERROR', 3, 'error'],
  [4n, 4, 'warning'],
  ['Warn', 4, 'warning'],
  ['fatal', 0, 'emergency'],
  ['trace', 7, 'debug'],
  ['Information', 6, 'info'],
  [0, 0, 'emergency'],
  [7, 7, 'debug'],
  [8, undefined, undefined],
  [-1, undefined, undefined],
  [3.5, undefined, undefined],
  ['03', undefined, undefined],
  ['', undefined, undefined],
  ['toString', undefined, undefined],
  [true, undefined, undefined],
  [undefined, undefined, undefined],
  [['error'], undefined, undefined],
])('%o is the level %s, named %s', (value, number, name) => {
  expect([levelNumber(value), levelName(value)]).toEqual([number, name])
})
