import { expect, test } from 'vitest'
import { suggestName } from './suggest-name.ts'

test.each([
  { text: 'search by * took * ms', part: 1, name: 'took_ms' },
  { text: 'search by * took * ms', part: 0, name: 'search' },
  { text: 'login; user=* rhost=*', part: 1, name: 'rhost' },
  { text: 'login; user=* rhost=*', part: 0, name: 'user' },
  { text: '* - * "*"', part: 0, name: 'value' },
  { text: 'closed, * bytes sent', part: 0, name: 'closed_bytes' },
])('part $part of $text is called $name', ({ text, part, name }) => {
  const positions = [...text.matchAll(/\*/g)].map(({ index }) => index)
  expect(suggestName(text, positions[part] ?? 0)).toBe(name)
})
