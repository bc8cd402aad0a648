import { expect, test } from 'vitest'
import { compileGrok } from './compile-grok.ts'
import { createRandom, randomGrok, randomText } from './testing/random-grok.ts'
import { matchSlowly, writePattern } from './testing/slow-grok.ts'

const PATTERNS = 4000
const TEXTS = 6

test('compiled patterns capture what a slow and simple matcher captures', () => {
  const random = createRandom(20_211_122)
  let matches = 0
  for (let n = 0; n < PATTERNS; n++) {
    const root = randomGrok(random, 1 + random(4))
    const definitions = new Map<string, string>()
    const pattern = writePattern(root, definitions)
    const namedCapturesOnly = random(2) === 0
    const compiled = compileGrok(pattern, definitions, { namedCapturesOnly, zone: 'UTC' })
    for (let k = 0; k < TEXTS; k++) {
      const text = randomText(random)
      const slow = matchSlowly(root, text, namedCapturesOnly)
      const fast = compiled.match(text)
      const lists = fast && new Map(Array.from(fast, ([field, value]) => [field, [value].flat()]))
      expect(lists, `${JSON.stringify([pattern, ...definitions])} on ${JSON.stringify(text)}`).toEqual(slow)
      if (slow !== undefined && slow.size > 0) matches++
    }
  }
  expect(matches).toBeGreaterThan(PATTERNS / 4)
})
