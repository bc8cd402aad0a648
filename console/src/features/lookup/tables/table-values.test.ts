import type { LookupTable } from '@logyard/contract/lookup/lookup-tables'
import { expect, test } from 'vitest'
import { NEW_TABLE, switchedMulti, switchedSingle, tableProblems, tableToSend, tableValues } from './table-values.ts'

const stored: LookupTable = {
  id: '5f0000000000000000000010',
  title: 'Hosts',
  description: '',
  name: 'hosts',
  content_pack: null,
  cache_id: 'c',
  data_adapter_id: 'a',
  default_single_value: '42',
  default_single_value_type: 'NUMBER',
  default_multi_value: '',
  default_multi_value_type: 'NULL',
}

test('an unchanged form sends what was stored', () => {
  expect(tableToSend(tableValues(stored), stored)).toEqual(stored)
})

test('a default value that is switched off is stored as null', () => {
  const values = {
    ...tableValues(stored),
    default_single_value: switchedSingle(false),
    default_multi_value: switchedMulti(true),
  }
  expect(tableToSend(values, stored)).toMatchObject({
    default_single_value: '',
    default_single_value_type: 'NULL',
    default_multi_value: '{}',
    default_multi_value_type: 'OBJECT',
  })
})

const complete = { ...NEW_TABLE, title: 'Hosts', name: 'hosts', data_adapter_id: 'a', cache_id: 'c' }

test.each([
  { values: complete, fields: [] },
  { values: NEW_TABLE, fields: ['title', 'name', 'data_adapter_id', 'cache_id'] },
  {
    values: { ...complete, default_single_value: { isOn: true, text: 'x', type: 'NUMBER' } as const },
    fields: ['default_single_value'],
  },
  { values: { ...complete, default_single_value: { isOn: true, text: '1e3', type: 'NUMBER' } as const }, fields: [] },
  {
    values: { ...complete, default_multi_value: { isOn: true, text: '[1]', type: 'OBJECT' } as const },
    fields: ['default_multi_value'],
  },
  {
    values: { ...complete, default_multi_value: { isOn: true, text: '{"a":1}', type: 'OBJECT' } as const },
    fields: [],
  },
])('problems in $fields', ({ values, fields }) => {
  expect(Object.keys(tableProblems(values))).toEqual(fields)
})
