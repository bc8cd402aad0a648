import type { EventFieldSpec } from '@logyard/contract/events/event-definitions'
import { expect, test } from 'vitest'
import { withField, withoutField } from './field-changes.ts'

const spec = (template: string): EventFieldSpec => ({
  data_type: 'string',
  providers: [{ type: 'template-v1', template, require_values: false }],
})
const set = { fields: { user: spec('u'), host: spec('h') }, keys: ['user', 'host'] }

test('a renamed field keeps its place, and its old key goes', () => {
  const changed = withField(set, 'user', { name: 'who', spec: spec('u'), keyPlace: undefined })
  expect(changed).toEqual({ fields: { who: spec('u'), host: spec('h') }, keys: ['host'] })
  expect(Object.keys(changed.fields)).toEqual(['who', 'host'])
})

test('the number says the place among the keys', () => {
  const changed = withField(set, undefined, { name: 'port', spec: spec('p'), keyPlace: 1 })
  expect(changed.keys).toEqual(['port', 'user', 'host'])
})

test('a place behind the last one is the last one', () => {
  expect(withField(set, 'user', { name: 'user', spec: spec('u'), keyPlace: 9 }).keys).toEqual(['host', 'user'])
})

test('a removed field is no key any more', () => {
  expect(withoutField(set, 'user')).toEqual({ fields: { host: spec('h') }, keys: ['host'] })
})
