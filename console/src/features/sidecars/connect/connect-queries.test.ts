import type { SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { expect, test } from 'vitest'
import { newSidecar } from './connect-queries.ts'

const named = (node_id: string): SidecarSummary => ({
  node_id,
  node_name: node_id,
  node_details: { operating_system: 'Linux' },
  assignments: [],
  last_seen: '2026-03-01T09:00:00.000Z',
  sidecar_version: '1.5.0',
  collectors: null,
  active: true,
  tags: [],
  assigned_by_tags: [],
})

/** Newest first, as the page asks for them. */
test.each<[name: string, before: readonly string[], now: readonly string[], found: string | undefined]>([
  ['no sidecar is new', ['b', 'a'], ['b', 'a'], undefined],
  ['the only sidecar is new', [], ['a'], 'a'],
  ['of two new ones the first is shown', ['a'], ['c', 'b', 'a'], 'b'],
  ['one that moves onto the page because another expired is not new', ['d', 'c'], ['c', 'b'], undefined],
])('%s', (_name, before, now, found) => {
  expect(newSidecar(before.map(named), now.map(named))?.node_id).toBe(found)
})
