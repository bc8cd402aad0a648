import { expect, test } from 'vitest'
import {
  compileConsolePermissions,
  compilePermissions,
  implies,
  PERMISSION_CATALOGUE,
  selfPermissions,
} from './permissions.ts'

const owned = 'entity:own:grn::::stream:1'

test.each([
  { held: '*', required: 'streams:read:1', is: true },
  { held: '*', required: owned, is: true },
  { held: 'streams', required: 'streams:read', is: true },
  { held: 'streams:*', required: 'streams:read:1', is: true },
  { held: 'streams:read', required: 'streams:read', is: true },
  { held: 'streams:read', required: 'streams:read:1', is: true },
  { held: 'streams:read', required: 'streams:edit', is: false },
  { held: 'streams:read', required: 'streams', is: false },
  { held: 'streams:rea', required: 'streams:read', is: false },
  { held: 'streams:read:1', required: 'streams:read:12', is: false },
  { held: 'users:edit:bob', required: 'users:edit', is: false },
  { held: 'users:edit:bob', required: 'users:edit:Bob', is: true },
  { held: 'USERS:Edit', required: 'users:edit:bob', is: true },
  { held: 'users:passwordchange:bob', required: 'users:passwordchange:*', is: false },
  { held: 'users:passwordchange', required: 'users:passwordchange:*', is: true },
  { held: 'users:passwordchange:*', required: 'users:passwordchange:*', is: true },
  { held: 'streams:read,edit', required: 'streams:edit:1', is: true },
  { held: 'streams:read,edit', required: 'streams:changestate', is: false },
  { held: 'streams,users:read', required: 'users:read:bob', is: true },
  { held: 'streams:read', required: 'streams:read,edit', is: false },
  { held: 'streams:read,edit', required: 'streams:edit,read', is: true },
  { held: '*:read', required: 'streams:read:1', is: true },
  { held: '*:read', required: 'streams:edit', is: false },
  { held: 'streams:*:1', required: 'streams:edit:1', is: true },
  { held: 'streams:*:1', required: 'streams:edit', is: false },
  { held: owned, required: owned, is: true },
  { held: 'entity:own:GRN::::stream:1', required: owned, is: true },
  { held: owned, required: 'entity:own:grn::::stream:12', is: false },
  { held: 'entity', required: owned, is: false },
  { held: 'entity:own', required: owned, is: false },
  { held: 'entity:*', required: owned, is: false },
  { held: '*:own', required: owned, is: false },
  { held: '', required: 'streams:read', is: false },
])('holding $held means $required: $is', ({ held, required, is }) => {
  expect(implies(held, required)).toBe(is)
  expect(compilePermissions([held]).holds(required)).toBe(is)
  expect(compilePermissions(['other:thing', held, 'a:b,c:*']).holds(required)).toBe(is)
})

test('an empty list of permissions holds nothing', () => {
  expect(compilePermissions([]).holds('streams:read')).toBe(false)
})

test('a compiled list holds exactly what one of its permissions implies', () => {
  const words = ['a', 'b', '*', 'a,b', 'B']
  const all = words.flatMap((x) => [x, ...words.flatMap((y) => [`${x}:${y}`, ...words.map((z) => `${x}:${y}:${z}`)])])
  const pairs = all.map((one, index) => [one, all[(index * 37 + 11) % all.length] ?? ''])
  const differing = pairs.flatMap((held) => {
    const compiled = compilePermissions(held)
    return all.filter((required) => compiled.holds(required) !== held.some((one) => implies(one, required)))
  })
  expect(differing).toEqual([])
})

test.each([
  { held: '*', required: 'streams:read:1', is: true },
  { held: 'streams', required: 'streams:read', is: true },
  { held: 'streams:*', required: 'streams:read:1', is: true },
  { held: 'streams:read', required: 'streams:read:1', is: true },
  { held: 'streams:read:*', required: 'streams:read:1', is: true },
  { held: 'streams:read:1', required: 'Streams:Read:1', is: true },
  { held: 'users:edit:bob', required: 'users:edit:Bob', is: true },
  { held: 'streams:read:1', required: 'streams:read', is: false },
  { held: 'streams:read:1', required: 'streams:read:2', is: false },
  { held: owned, required: owned, is: true },
  { held: 'entity', required: owned, is: false },
])('in the console, holding $held shows what requires $required: $is', ({ held, required, is }) => {
  expect(compileConsolePermissions([held]).holds(required)).toBe(is)
})

test('the catalogue lists 149 permissions without duplicates', () => {
  const all = Object.entries(PERMISSION_CATALOGUE).flatMap(([group, actions]) =>
    actions.map((one) => `${group}:${one}`),
  )
  expect(all).toHaveLength(149)
  expect(new Set(all).size).toBe(149)
})

test('a user may edit itself, change its password and manage its tokens', () => {
  expect(selfPermissions('ada')).toEqual([
    'users:edit:ada',
    'users:passwordchange:ada',
    'users:tokencreate:ada',
    'users:tokenlist:ada',
    'users:tokenremove:ada',
  ])
})
