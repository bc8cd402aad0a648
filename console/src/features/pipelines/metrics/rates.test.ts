import { expect, test } from 'vitest'
import { rateOf, type Sample, totalOf, withSample } from './rates.ts'

const sample = (atMs: number, nodes: Record<string, number>): Sample => ({
  atMs,
  totals: new Map(Object.entries(nodes).map(([node, total]) => [node, new Map([['m', total]])])),
})

test('the rate is that of all nodes between two samples', () => {
  const samples = [sample(1000, { a: 10, b: 5 }), sample(3000, { a: 30, b: 5 })]
  expect(rateOf(samples, 'm')).toBe(10)
  expect(totalOf(samples, 'm')).toBe(35)
})

test('one sample has a total and no rate', () => {
  expect(rateOf([sample(1, { a: 3 })], 'm')).toBeUndefined()
  expect(totalOf([sample(1, { a: 3 })], 'other')).toBe(0)
  expect(totalOf([], 'm')).toBeUndefined()
})

test('a node that started again, or joined, adds no false rate', () => {
  expect(rateOf([sample(0, { a: 900 }), sample(1000, { a: 3, b: 700 })], 'm')).toBe(0)
})

test('a metric that the page asked for later has no rate from before', () => {
  const samples = [sample(0, {}), sample(2000, { a: 9000 })]
  expect(rateOf(samples, 'm')).toBeUndefined()
  expect(rateOf([...samples, sample(4000, { a: 9010 })], 'm')).toBe(5)
  expect(rateOf(samples, 'other')).toBe(0)
})

test('old samples leave the window', () => {
  let samples: readonly Sample[] = []
  for (const at of [0, 2000, 4000, 6000, 8000, 10_000, 12_000]) samples = withSample(samples, sample(at, { a: at }))
  expect(samples.map(({ atMs }) => atMs)).toEqual([4000, 6000, 8000, 10_000, 12_000])
  expect(rateOf(samples, 'm')).toBe(1000)
})
