import { beforeEach, expect, test } from 'vitest'
import { readHistory, rememberQuery, walked, walkText } from './query-history.ts'

beforeEach(() => window.localStorage.clear())

test('the newest query comes first, once, and the empty query is not recorded', () => {
  for (const query of ['a', 'b', ' a ', '', '*']) rememberQuery(window.localStorage, 'ada', query)
  expect(readHistory(window.localStorage, 'ada')).toEqual(['a', 'b'])
  expect(readHistory(window.localStorage, 'bob')).toEqual([])
})

test('at most fifty queries are stored, and an invalid stored value is an empty history', () => {
  for (let count = 0; count < 60; count += 1) rememberQuery(window.localStorage, 'ada', `q${count}`)
  expect(readHistory(window.localStorage, 'ada')).toHaveLength(50)
  window.localStorage.setItem('queryHistory.ada', '{broken')
  expect(readHistory(window.localStorage, 'ada')).toEqual([])
})

test('going back and forward ends at the typed text', () => {
  const start = { entries: ['new', 'old'], place: 0, typed: 'half' }
  const back = walked(start, 1)
  const further = back === undefined ? undefined : walked(back, 1)
  expect([back, further].map((walk) => walk && walkText(walk))).toEqual(['new', 'old'])
  expect(further && walked(further, 1)).toBeUndefined()
  expect(back && walkText(walked(back, -1) ?? start)).toBe('half')
  expect(walked(start, -1)).toBeUndefined()
})
