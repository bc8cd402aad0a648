import { createExtractor } from '@logyard/contract/extractors/extractors'
import { createGrokPattern } from '@logyard/contract/grok/grok-patterns'
import { compileConsolePermissions } from '@logyard/contract/identity/permissions'
import { getInput, listInputs, updateInput } from '@logyard/contract/ingest/inputs'
import { allOperations } from '@logyard/contract/operations'
import { assignConfigurations } from '@logyard/contract/sidecars/sidecars'
import { pauseStream } from '@logyard/contract/streams/streams'
import { expect, test } from 'vitest'
import { type May, mayOf } from './current-user.tsx'
import { permissionsNeeded } from './needs.ts'

const holding = (...permissions: readonly string[]): May => mayOf(compileConsolePermissions(permissions))

test.each<[held: string, allowed: Readonly<Record<string, boolean>>]>([
  ['inputs:edit:one', { one: true, two: false, all: false }],
  ['inputs:edit', { one: true, two: true, all: true }],
  ['inputs:read', { one: false, two: false, all: false }],
])('%s allows to update %o', (held, allowed) => {
  const may = holding(held)
  expect({
    one: may(updateInput, { id: 'one' }),
    two: may(updateInput, { id: 'two' }),
    all: may(updateInput),
  }).toEqual(allowed)
  expect(may(updateInput, { id: undefined })).toBe(may(updateInput))
  expect(may(updateInput, { id: null })).toBe(may(updateInput))
})

test('several operations require the permissions of all', () => {
  const may = holding('inputs:edit:one', 'inputs:read')
  expect(may([createExtractor, getInput], { inputId: 'one', id: 'one' })).toBe(true)
  expect(may([createExtractor, createGrokPattern], { inputId: 'one' })).toBe(false)
})

test('one of two permissions is enough where the contract says so', () => {
  expect(holding('streams:edit:one')(pauseStream, { id: 'one' })).toBe(true)
  expect(holding('streams:changestate:one')(pauseStream, { id: 'one' })).toBe(true)
  expect(holding('streams:read:one')(pauseStream, { id: 'one' })).toBe(false)
})

test('what the Graylog 4.0 API does not ask for is required, too', () => {
  expect(holding('sidecars:update')(assignConfigurations)).toBe(false)
  expect(holding('sidecars:update', 'sidecars:read')(assignConfigurations)).toBe(true)
})

test('every user may call what only requires a sign-in', () => {
  expect(holding()(listInputs)).toBe(true)
})

test('names are those of the permissions', () => {
  const may = holding('inputs:edit:one')
  // @ts-expect-error the permission has `id`
  expect(may(updateInput, { inputId: 'one' })).toBe(false)
  // @ts-expect-error the permission has no name
  expect(may(createGrokPattern, { id: 'one' })).toBe(false)
})

test('the needs of a page are the permissions of its operations', () => {
  expect(permissionsNeeded(['sidecar_administration.list', updateInput])).toEqual([
    'sidecars:read',
    'sidecar_collectors:read',
    'sidecar_collector_configurations:read',
    'inputs:edit:<id>',
  ])
  expect(permissionsNeeded(['inputs.list'])).toEqual([])
})

test('no two operations have the same id', () => {
  expect(new Set(allOperations.map(({ id }) => id)).size).toBe(allOperations.length)
})
