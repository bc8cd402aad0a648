import { expect, test } from 'vitest'
import { singleResult } from '../lookup-results.ts'
import { createMemoryCache } from './memory-cache.ts'

function cacheOf(more: object) {
  let nowMs = 1000
  const config = {
    type: 'guava_cache' as const,
    max_size: 3,
    expire_after_access: 0,
    expire_after_access_unit: null,
    expire_after_write: 0,
    expire_after_write_unit: null,
    ...more,
  }
  const cache = createMemoryCache(config, () => nowMs)
  const entries = cache.entriesOf(1)
  return {
    cache,
    entries,
    put: (key: string, ttlMs?: number) => entries.put(key, singleResult(key, ttlMs), 100),
    isThere: (key: string) => entries.get(key) !== undefined,
    pass(seconds: number) {
      nowMs += seconds * 1000
    },
  }
}

const WRITE_60 = { expire_after_write: 60, expire_after_write_unit: 'SECONDS' as const }
const ACCESS_10 = { expire_after_access: 10, expire_after_access_unit: 'SECONDS' as const }

test('an entry that is read every 5 seconds survives past its life after writing, if reads start a life again', () => {
  const { put, isThere, pass } = cacheOf({ ...WRITE_60, ...ACCESS_10 })
  put('a')
  for (let seconds = 5; seconds <= 120; seconds += 5) {
    pass(5)
    expect(isThere('a'), `after ${seconds} seconds`).toBe(true)
  }
  pass(10)
  expect(isThere('a')).toBe(false)
})

test('an entry that nobody reads lives as long as after writing, and only reads start the shorter life', () => {
  const { put, isThere, pass, cache } = cacheOf({ ...WRITE_60, ...ACCESS_10 })
  put('a')
  put('b')
  pass(59)
  expect(isThere('a')).toBe(true)
  pass(1)
  expect(isThere('b')).toBe(false)
  expect(isThere('a')).toBe(true)
  expect(cache.size).toBe(1)
})

test('without a life after reads an entry ends after writing, however often it is read', () => {
  const { put, isThere, pass } = cacheOf(WRITE_60)
  put('a')
  for (let seconds = 5; seconds < 60; seconds += 5) {
    pass(5)
    expect(isThere('a')).toBe(true)
  }
  pass(5)
  expect(isThere('a')).toBe(false)
})

test('a result with a life of its own ends then, and others without any life stay', () => {
  const { put, isThere, pass } = cacheOf({})
  put('short', 5000)
  put('endless')
  pass(5)
  expect(isThere('short')).toBe(false)
  pass(1_000_000)
  expect(isThere('endless')).toBe(true)
})

test('the least recently used entry makes room', () => {
  const { put, isThere } = cacheOf({})
  for (const key of ['a', 'b', 'c']) put(key)
  expect(isThere('a')).toBe(true)
  put('d')
  expect(['a', 'b', 'c', 'd'].map(isThere)).toEqual([true, false, true, true])
})

test('adapters that share a cache have entries of their own', () => {
  const { put, isThere, cache } = cacheOf({})
  put('a')
  cache.entriesOf(2).put('a', singleResult('other'), 100)
  cache.purge(2)
  expect(isThere('a')).toBe(true)
  expect(cache.entriesOf(2).get('a')).toBeUndefined()
})
