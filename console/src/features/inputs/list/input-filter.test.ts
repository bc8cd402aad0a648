import { expect, test } from 'vitest'
import { titleFilter } from './input-filter.ts'

test.each([
  { text: '', title: 'Anything', matches: true },
  { text: 'fire', title: 'Firewalls', matches: true },
  { text: '^walls', title: 'Firewalls', matches: false },
  { text: 'a|b$', title: 'web', matches: true },
  { text: '(DMZ', title: 'Edge (dmz)', matches: true },
  { text: '[', title: 'Firewalls', matches: false },
])('the filter "$text" matches the title "$title": $matches', ({ text, title, matches }) => {
  expect(titleFilter(text)(title)).toBe(matches)
})
