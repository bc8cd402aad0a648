import { expect, test } from 'vitest'
import { createPerToolsCache } from './per-tools-cache.ts'
import { createTestRun } from './testing/test-run.ts'

test('a text is compiled once for each rule, and many different ones do not fill the memory', () => {
  const cached = createPerToolsCache<string>()
  const [first, second] = [createTestRun().tools, createTestRun().tools]
  const compiled: string[] = []
  const get = (tools: typeof first, key: string) =>
    cached(tools, key, () => {
      compiled.push(key)
      return key.toUpperCase()
    })
  expect([get(first, 'a'), get(first, 'a'), get(second, 'a'), get(first, 'a')]).toEqual(['A', 'A', 'A', 'A'])
  expect(compiled).toEqual(['a', 'a'])
  for (let count = 0; count < 100; count += 1) get(first, `other ${count}`)
  expect(get(first, 'a')).toBe('A')
  expect(compiled.filter((key) => key === 'a')).toHaveLength(3)
})

test('a text that cannot be compiled is not compiled again', () => {
  const cached = createPerToolsCache<string>()
  const { tools } = createTestRun()
  let attempts = 0
  const fail = () =>
    cached(tools, 'a', () => {
      attempts += 1
      throw new Error('It is invalid')
    })
  for (let call = 0; call < 3; call += 1) expect(fail).toThrow('It is invalid')
  expect(attempts).toBe(1)
})
