import { expect, test } from 'vitest'
import { cutRing, type Ring } from './antimeridian.ts'

const widest = (rings: readonly Ring[]) =>
  Math.max(...rings.flatMap((ring) => ring.map(([x], index) => Math.abs(x - (ring[index - 1]?.[0] ?? x)))))

test('an outline on one side of the antimeridian is unchanged', () => {
  const ring: Ring = [
    [10, 0],
    [20, 0],
    [20, 10],
    [10, 0],
  ]
  expect(cutRing(ring)).toEqual([ring])
})

test('an outline across the antimeridian is split between both edges of the map', () => {
  const parts = cutRing([
    [170, 0],
    [-170, 0],
    [-170, 10],
    [170, 10],
    [170, 0],
  ])
  expect(parts).toHaveLength(2)
  expect(parts.map((part) => part.map(([x]) => x))).toEqual(
    expect.arrayContaining([expect.arrayContaining([170, 180]), expect.arrayContaining([-180, -170])]),
  )
  expect(widest(parts)).toBeLessThan(180)
})

test('an outline around a pole is closed along the edge of the map', () => {
  const parts = cutRing([
    [-120, -70],
    [0, -75],
    [120, -70],
    [-120, -70],
  ])
  expect(parts.flat().some(([, y]) => y === -90)).toBe(true)
  for (const [x] of parts.flat()) expect(Math.abs(x)).toBeLessThanOrEqual(180)
})
