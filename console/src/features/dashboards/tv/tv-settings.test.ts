import { expect, test } from 'vitest'
import { readTvSettings, shownPages } from './tv-settings.ts'

const read = (query: string) => readTvSettings(new URLSearchParams(query))

test('without settings in the address, all pages are shown for half a minute each', () => {
  expect(read('')).toEqual({ interval: 30, refresh: 10, tabs: undefined })
})

test('intervals are at least one second', () => {
  expect(read('interval=0&refresh=-3')).toMatchObject({ interval: 1, refresh: 1 })
  expect(read('interval=x')).toMatchObject({ interval: 30 })
})

test('pages are shown in the order of the address, and unknown indexes are ignored', () => {
  expect(shownPages(['a', 'b', 'c'], read('tabs=2,0,9'))).toEqual(['c', 'a'])
  expect(shownPages(['a', 'b'], read('tabs=9'))).toEqual(['a', 'b'])
  expect(shownPages(['a', 'b'], read('tabs='))).toEqual(['a', 'b'])
})
