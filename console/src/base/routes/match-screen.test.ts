import { expect, test } from 'vitest'
import { screenMatcher } from './match-screen.ts'
import type { Screen } from './screen.ts'

const screenOf = (path: string): Screen => ({
  route: { path, query: [] },
  load: () => Promise.reject(new Error('not loaded here')),
  areas: [],
  permissions: [],
  frame: 'shell',
})
const matchOf = screenMatcher(
  ['/', '/users/{name}', '/users/new', '/users/{name}/tokens', '/{kind}/new/tokens'].map(screenOf),
)
const found = (path: string) => {
  const match = matchOf(path)
  return match && [match.screen.route.path, match.params]
}

test.each([
  { path: '/', expected: ['/', {}] },
  { path: '/users/new', expected: ['/users/new', {}] },
  { path: '/Users/ada/', expected: ['/users/{name}', { name: 'ada' }] },
  { path: '/users/a%2Fb%20c', expected: ['/users/{name}', { name: 'a/b c' }] },
  { path: '/users/100%', expected: ['/users/{name}', { name: '100%' }] },
  { path: '/users/new/tokens', expected: ['/users/{name}/tokens', { name: 'new' }] },
  { path: '/users', expected: undefined },
  { path: '/users/ada/tokens/1', expected: undefined },
])('$path opens the screen with the most fixed words', ({ path, expected }) => {
  expect(found(path)).toEqual(expected)
})
