import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createBoundedMap } from './bounded-map.ts'

test('evicts the oldest entries beyond its limit', () => {
  const map = createBoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 3])
})

test('setting a key makes it the newest, reading it does not', () => {
  const map = createBoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.get('b')
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})

test('holds exactly its limit through any sequence of sets and deletes', () => {
  const map = createBoundedMap<number, number>(10)
  let newestFirst: number[] = []
  for (let step = 0; step < 5000; step++) {
    const key = (step * 7919) % 37
    const isDelete = step % 5 === 0
    if (isDelete) map.delete(key)
    else map.set(key, step)
    newestFirst = newestFirst.filter((other) => other !== key)
    if (!isDelete) newestFirst = [key, ...newestFirst].slice(0, 10)
    const present = Array.from({ length: 37 }, (_, at) => at).filter((at) => map.get(at) !== undefined)
    expect(present).toEqual(newestFirst.toSorted((a, b) => a - b))
  }
})

test('memory does not grow with the number of sets', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const map = createBoundedMap<string, number>(10_000)
  const heapAfter = (sets: number) => {
    for (let set = 0; set < sets; set++) map.set('a', set)
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = heapAfter(1000)
  expect(heapAfter(2_000_000) - before).toBeLessThan(5_000_000)
})
