import { expect, test } from 'vitest'
import { parseRotationPeriod, rotationAnchor, rotationDueAt } from './rotation-period.ts'

const period = (text: string) => {
  const parsed = parseRotationPeriod(text)
  if (parsed === undefined) throw new Error(`${text} is no period`)
  return parsed
}

test.each([
  { text: 'PT1H', at: '2014-03-15T13:20:00Z', anchor: '2014-03-15T13:00:00', due: '2014-03-15T14:00:00.000Z' },
  { text: 'PT5M', at: '2014-03-15T14:48:33.7Z', anchor: '2014-03-15T14:45:00', due: '2014-03-15T14:50:00.000Z' },
  { text: 'P1D', at: '2014-03-15T14:48:33Z', anchor: '2014-03-15T00:00:00', due: '2014-03-16T00:00:00.000Z' },
  { text: 'PT24H', at: '2014-03-15T14:48:33Z', anchor: '2014-03-15T00:00:00', due: '2014-03-16T00:00:00.000Z' },
  { text: 'P2D', at: '2014-03-15T14:48:33Z', anchor: '2014-03-14T00:00:00', due: '2014-03-16T00:00:00.000Z' },
  { text: 'P2D', at: '2014-03-01T05:00:00Z', anchor: '2014-02-28T00:00:00', due: '2014-03-02T00:00:00.000Z' },
  { text: 'P30D', at: '2014-03-15T09:00:00Z', anchor: '2014-02-17T00:00:00', due: '2014-03-19T00:00:00.000Z' },
  { text: 'P1W', at: '2014-03-15T09:00:00Z', anchor: '2014-03-10T00:00:00', due: '2014-03-17T00:00:00.000Z' },
  { text: 'P1M', at: '2014-03-31T09:00:00Z', anchor: '2014-03-01T00:00:00', due: '2014-04-01T00:00:00.000Z' },
  { text: 'P2M', at: '2014-11-15T09:00:00Z', anchor: '2014-10-01T00:00:00', due: '2014-12-01T00:00:00.000Z' },
  { text: 'P12M', at: '2014-11-15T09:00:00Z', anchor: '2014-01-01T00:00:00', due: '2015-01-01T00:00:00.000Z' },
  { text: 'P3Y', at: '2014-11-15T09:00:00Z', anchor: '2013-01-01T00:00:00', due: '2016-01-01T00:00:00.000Z' },
  { text: 'PT6H', at: '2014-03-15T13:20:00Z', anchor: '2014-03-15T12:00:00', due: '2014-03-15T18:00:00.000Z' },
  { text: 'PT90M', at: '2014-03-15T13:20:00Z', anchor: '2014-03-15T13:00:00', due: '2014-03-15T14:30:00.000Z' },
  { text: 'PT30S', at: '2014-03-15T13:20:44Z', anchor: '2014-03-15T13:20:30', due: '2014-03-15T13:21:00.000Z' },
  { text: 'P1DT12H', at: '2014-03-15T13:20:44Z', anchor: '2014-03-15T00:00:00', due: '2014-03-16T12:00:00.000Z' },
])('$text at $at is anchored at $anchor and due at $due', ({ text, at, anchor, due }) => {
  expect(rotationAnchor(new Date(at), period(text)).toString()).toBe(anchor)
  expect(rotationDueAt(new Date(at), period(text)).toISOString()).toBe(due)
})

test.each(['', 'P', '1d', 'PT0S', '-PT1H', 'PT0.5S', 'tomorrow', 'P1', 'P1001Y', 'P999999999W'])(
  '"%s" is no period to rotate by',
  (text) => {
    expect(parseRotationPeriod(text)).toBeUndefined()
  },
)
