import { PERMISSION_CATALOGUE } from '@logyard/contract/identity/permissions'
import { expect, test } from 'vitest'
import { AREAS, areasOf, levelOf } from './permission-areas.ts'
import { groupsOf } from './permission-selection.ts'

const areas = areasOf(groupsOf(PERMISSION_CATALOGUE))

test('every permission of the server belongs to one area', () => {
  const named: readonly string[] = AREAS.flatMap(({ groups }) => [...groups])
  expect([...named].sort()).toEqual(Object.keys(PERMISSION_CATALOGUE).sort())
})

test('the level of an area is none, view or edit only if it is that exactly', () => {
  const streams = areas.find(({ name }) => name === 'streams')
  if (streams === undefined) throw new Error('no such area')
  const level = (...held: readonly string[]) => levelOf(streams, (permission) => held.includes(permission))
  expect(level()).toBe('none')
  expect(level('streams:read', 'stream_outputs:read')).toBe('view')
  expect(level('streams:read')).toBe('some')
  expect(level('streams:read', 'streams:edit')).toBe('some')
  expect(level(...streams.edit)).toBe('edit')
})

test('viewing never includes an action that changes something', () => {
  const changing = /:(create|delete|edit|terminate|changestate|write|shutdown|set|cycle|rebuild|execute|update)$/
  expect(areas.flatMap(({ view }) => view).filter((permission) => changing.test(permission))).toEqual([])
})
