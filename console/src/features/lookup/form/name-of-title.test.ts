import { expect, test } from 'vitest'
import { nameOfTitle } from './name-of-title.ts'

test.each([
  ['  Hosts by IP ', 'hosts-by-ip'],
  ['Ünïcode & more!', '-n-code-more-'],
  ['plain_name', 'plain_name'],
])('the title %j makes the name %j', (title, name) => {
  expect(nameOfTitle(title)).toBe(name)
})
