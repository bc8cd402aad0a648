import { expect, test } from 'vitest'
import { instantFrom, instantFromIso } from './instant.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['2026-03-01T12:00:00.123Z', at('2026-03-01T12:00:00.123Z'), false],
  ['2026-03-01t12:00:00,123456z', at('2026-03-01T12:00:00.123Z'), true],
  ['2026-03-01 12:00:00.100000000 +01:00', at('2026-03-01T11:00:00.100Z'), false],
  ['2026-03-01T12:00+0130', at('2026-03-01T10:30:00Z'), false],
  ['2026-03-01T12:00:00-08', at('2026-03-01T20:00:00Z'), false],
  ['2026-03-01', at('2026-03-01T00:00:00Z'), false],
  ['2024-02-29', at('2024-02-29T00:00:00Z'), false],
  ['2016-12-31T23:59:60Z', at('2017-01-01T00:00:00Z'), false],
])('%s', (text, ms, hasRest) => {
  expect(instantFromIso(text)).toEqual({ ms, hasRest })
  expect(instantFrom(` ${text}`)).toEqual({ ms, hasRest })
})

test.each([
  '2026-02-29',
  '2026-13-01T00:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T12',
  '2026-03-01T12:00:00+02:',
  '',
])('%s is none', (text) => {
  expect(instantFromIso(text)).toBeUndefined()
})
