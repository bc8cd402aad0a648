import { expect, test } from 'vitest'
import { createLruMap } from './lru-map.ts'

test('evicts the least recently used entry', () => {
  const map = createLruMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  expect(map.get('a')).toBe(1)
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
})

test('a deleted entry makes room for another', () => {
  const map = createLruMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.delete('a')
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 3])
})
