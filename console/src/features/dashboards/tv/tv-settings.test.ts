import { expect, test } from 'vitest'
import { readTvSettings, shownPages } from './tv-settings.ts'

const read = (query: string) => readTvSettings(new URLSearchParams(query))

test('an address without a word shows all pages for half a minute each', () => {
  expect(read('')).toEqual({ interval: 30, refresh: 10, tabs: undefined })
})

test('a second is the least', () => {
  expect(read('interval=0&refresh=-3')).toMatchObject({ interval: 1, refresh: 1 })
  expect(read('interval=x')).toMatchObject({ interval: 30 })
})

test('pages come in the order of the address, unknown ones are left out', () => {
  expect(shownPages(['a', 'b', 'c'], read('tabs=2,0,9'))).toEqual(['c', 'a'])
  expect(shownPages(['a', 'b'], read('tabs=9'))).toEqual(['a', 'b'])
  expect(shownPages(['a', 'b'], read('tabs='))).toEqual(['a', 'b'])
})
