import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { expect, test } from 'vitest'
import { draftFrom, newDraft, packToSend, selectionProblems, withResolved } from './pack-draft.ts'

const type = { name: 'stream', version: '1' }
const stream = (id: string, title: string): PackEntity => ({
  v: '1',
  id,
  type,
  data: { title: { '@type': 'string', '@value': title } },
})
const pack: ContentPack = {
  v: '1',
  id: 'p1',
  rev: 2,
  name: 'Web',
  summary: 's',
  description: '',
  vendor: 'me',
  url: 'https://example.org/ ',
  created_at: '2026-03-01T09:00:00.000Z',
  server_version: '4.0.0',
  parameters: [],
  entities: [stream('e1', 'Web'), stream('e2', 'Mail')],
}
const inputOf = { id: 's9', type, title: 'DNS' }

test('a new pack lacks name, summary, vendor and entities', () => {
  expect(selectionProblems(newDraft('p'))).toEqual({
    name: 'required',
    summary: 'required',
    vendor: 'required',
    entities: 'nothingSelected',
  })
})

test.each([
  { url: '', problem: undefined },
  { url: 'https://example.org', problem: undefined },
  { url: 'ftp://example.org', problem: 'protocol' },
  { url: 'javascript:alert(1)', problem: 'protocol' },
  { url: 'example', problem: 'invalid' },
])('the URL "$url" has the problem $problem', ({ url, problem }) => {
  expect(selectionProblems({ ...draftFrom(pack, 2), url }).url).toBe(problem)
})

test('an edited pack keeps its id, follows the latest revision, and has what is still selected', () => {
  const draft = { ...draftFrom(pack, 7), keptIds: new Set(['e2']) }
  const sent = packToSend(draft)
  expect(sent).toMatchObject({ v: '1', id: 'p1', rev: 8, url: 'https://example.org/' })
  expect(sent.entities).toEqual([pack.entities[1]])
  expect(sent).not.toHaveProperty('created_at')
})

test('parameters follow to the same object when the selection is read again', () => {
  const start = { ...newDraft('p'), chosen: new Map([['stream/s9', inputOf]]) }
  const first = withResolved(start, [stream('a', 'DNS'), stream('b', 'Mail')], 'one')
  const place = { path: ['title'], parameter: 'T', isFixed: false }
  const applied = { ...first, applied: { ...first.applied, a: [place] } }
  const second = withResolved(applied, [stream('c', 'DNS')], 'two')
  expect(second.applied).toEqual({ c: [place] })
  expect(packToSend(second).entities).toEqual([
    { ...stream('c', 'DNS'), data: { title: { '@type': 'parameter', '@value': 'T' } } },
  ])
})
