import { expect, test } from 'vitest'
import { freeEntries, grantedBy, groupsOf, isPermission, matchingGroups } from './permission-selection.ts'

const groups = groupsOf({ streams: ['read', 'edit'], dashboards: ['create'], inputs: ['read'] })

test('groups and their permissions are sorted by name', () => {
  expect(groups.map((group) => group.name)).toEqual(['dashboards', 'inputs', 'streams'])
  expect(groups[2]?.permissions).toEqual(['streams:edit', 'streams:read'])
})

test.each([
  { text: 'read', finds: ['inputs:read', 'streams:read'] },
  { text: 'STREAMS', finds: ['streams:edit', 'streams:read'] },
  { text: 'streams:e', finds: ['streams:edit'] },
  { text: 'nothing', finds: [] },
])('searching for "$text" finds $finds', ({ text, finds }) => {
  expect(matchingGroups(groups, text).flatMap((group) => group.permissions)).toEqual(finds)
})

test('a permission outside the catalogue stays as a free entry', () => {
  expect(freeEntries(['streams:read', 'streams:read:5f', 'inputs:*', '*'], groups)).toEqual([
    'streams:read:5f',
    'inputs:*',
    '*',
  ])
})

test.each([
  { permission: 'inputs:read', free: ['inputs:*'], by: 'inputs:*' },
  { permission: 'streams:edit', free: ['streams:read,edit'], by: 'streams:read,edit' },
  { permission: 'streams:read', free: ['streams:read:5f'], by: undefined },
  { permission: 'dashboards:create', free: ['*'], by: '*' },
])('$permission is granted by $by among $free', ({ permission, free, by }) => {
  expect(grantedBy(permission, free)).toBe(by)
})

test.each(['*', 'streams', 'streams:*', 'streams:read', 'streams:read,edit:5f1c', 'default-view:set'])(
  '%s is a valid free permission',
  (text) => {
    expect(isPermission(text)).toBe(true)
  },
)

test.each(['', 'streams read', 'streams:', ':read', 'streams:read:', 'a b'])(
  '"%s" is an invalid permission',
  (text) => {
    expect(isPermission(text)).toBe(false)
  },
)
