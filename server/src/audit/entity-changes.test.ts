import { MASKED } from '@logyard/contract/audit/audit-entry'
import { expect, test } from 'vitest'
import { valueCollection } from '../lookup/values/value-store.ts'
import { variableCollection } from '../sidecars/configurations/variables.ts'
import { entityChangeOf } from './entity-changes.ts'

type Json = Readonly<Record<string, unknown>>

function auditOf({ audit }: Pick<typeof valueCollection | typeof variableCollection, 'audit'>) {
  if (audit === 'note') throw new Error('its changes have no entries')
  return audit
}

const changeOf = (before: Json | undefined, after: Json | undefined, changedSecrets: readonly string[] = []) =>
  entityChangeOf({ audit: { type: 'stream' }, kind: 'replace', id: 's', before, after, changedSecrets })

test('changed fields are shown by their paths; equal ones are left out', () => {
  const before = { id: 's', title: 'Old', rules: [{ field: 'a' }], config: { size: 1, deep: { x: true } }, gone: null }
  const after = { id: 's', title: 'New', rules: [{ field: 'b' }], config: { size: 1, deep: { x: false } }, added: 5 }
  expect(changeOf(before, after)).toMatchObject({
    type: 'stream',
    title: 'New',
    kind: 'changed',
    fields: [
      { field: 'title', before: '"Old"', after: '"New"' },
      { field: 'rules', before: '[{"field":"a"}]', after: '[{"field":"b"}]' },
      { field: 'config.deep.x', before: 'true', after: 'false' },
      { field: 'added', before: null, after: '5' },
    ],
  })
  expect(changeOf(after, after)).toBeUndefined()
})

test('secrets are masked, at any depth: sealed fields, fields with telling names, and the paths of URLs', () => {
  const change = changeOf(
    { password_hash: 'secret:1:old', apiKey: 'hush-1', list: [] },
    {
      password_hash: 'secret:1:new',
      apiKey: 'hush-2',
      list: [{ name: 'a', bearer_token: 'hush-3' }, { headers: { Authorization: 'hush-4' } }],
      url: 'https://ada:hush-5@hooks.example.org/services/hush-6?key=hush-7#hush-8',
      nested: { one: { two: { three: { four: { client_secret: 'hush-9' } } } } },
    },
    ['password_hash'],
  )
  const text = JSON.stringify(change)
  expect(text).not.toContain('hush')
  expect(text).not.toContain('secret:1:')
  expect(text).toContain('https://hooks.example.org/…')
  expect(change?.fields).toContainEqual({ field: 'password_hash', before: MASKED, after: MASKED })
  expect(change?.fields).toContainEqual({ field: 'apiKey', before: MASKED, after: MASKED })
})

test('templates and variables of sidecars are masked', () => {
  const change = entityChangeOf({
    audit: auditOf(variableCollection),
    kind: 'replace',
    id: 'v',
    before: { id: 'v', name: 'output_password', content: 'hush-1' },
    after: { id: 'v', name: 'output_secret', content: 'hush-2' },
    changedSecrets: [],
  })
  expect(change).toMatchObject({
    type: 'sidecar-variable',
    title: 'output_secret',
    fields: [
      { field: 'name', before: '"output_password"', after: '"output_secret"' },
      { field: 'content', before: MASKED, after: MASKED },
    ],
  })
})

test('values of lookup tables are masked, their keys are not', () => {
  const facts = { id: 'a-hash', adapter_id: 'a', key: 'web-1', updated_at: '2026-01-01', expires_at: null }
  const change = entityChangeOf({
    audit: auditOf(valueCollection),
    kind: 'insert',
    id: 'a-hash',
    before: undefined,
    after: { ...facts, value: '"hush"' },
    changedSecrets: [],
  })
  expect(change?.title).toBe('web-1')
  expect(JSON.stringify(change)).not.toContain('hush')
  expect(change?.fields).toContainEqual({ field: 'value', before: null, after: MASKED })
})

test('secrets are masked in long texts', () => {
  const source = `rule "login token"
    when $message.token == "known" then set_field("user", "ada"); end
    password: hush-1
    "api_key": "long hush-2", 'client_secret' = 'long hush-3'; db.password=hush-4`
  const text = JSON.stringify(changeOf({ source: '' }, { source }))
  expect(text).not.toContain('hush')
  expect(text).toContain('== \\\\\\"known')
})

test('large changes are bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field_${at}`, 'x'.repeat(10_000)]))
  const change = changeOf({}, { ...many, title: 'y'.repeat(10_000) })
  expect(change?.fields).toHaveLength(30)
  expect(change?.more_fields).toBe(71)
  expect(change?.title).toHaveLength(200)
  expect(JSON.stringify(change).length).toBeLessThan(9000)
})

test('fields may have the names of properties that every object inherits', () => {
  expect(changeOf({ static_fields: {} }, { static_fields: { constructor: 'a' } })?.fields).toEqual([
    { field: 'static_fields.constructor', before: null, after: '"a"' },
  ])
})
