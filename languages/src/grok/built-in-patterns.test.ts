import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import hashes from './built-in-pattern-hashes.json' with { type: 'json' }
import { BUILT_IN_PATTERNS } from './built-in-patterns.ts'
import { compileGrok } from './compile-grok.ts'

test('the built-in patterns have the wording of existing installations', () => {
  const ours = Array.from(BUILT_IN_PATTERNS, ([name, pattern]) => [
    name,
    createHash('sha256').update(pattern).digest('hex'),
  ])
  expect(Object.fromEntries(ours)).toEqual(hashes)
})

test('every built-in pattern compiles', () => {
  for (const [name, pattern] of BUILT_IN_PATTERNS) {
    expect(compileGrok(pattern, BUILT_IN_PATTERNS, { namedCapturesOnly: false, zone: 'UTC' }).match(' '), name).toBe(
      undefined,
    )
  }
})
