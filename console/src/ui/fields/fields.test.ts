import type { Field, FieldOf } from '@logyard/contract/configured/field'
import { expect, test } from 'vitest'
import { fieldProblems } from './field-problems.ts'
import { type FieldValues, periodChange, periodOf, sentCharacter, shownCharacter } from './field-values.ts'

const path: Field = { kind: 'text', name: 'path', label: 'Path' }
const separator: Field = { kind: 'text', name: 'separator', label: 'Separator', format: 'character' }
const splitBy: Field = { kind: 'text', name: 'split_by', label: 'Split by', may_be_blank: true }
const column: Field = {
  kind: 'number',
  name: 'column',
  label: 'Column',
  min: 1,
  disabled_while: { name: 'presence', values: [true] },
}
const body: Field = {
  kind: 'template',
  name: 'body',
  label: 'Body',
  hidden_while: { name: 'method', values: ['GET', null] },
}
const recipients: Field = {
  kind: 'list',
  name: 'addresses',
  label: 'Addresses',
  options: [],
  shared_error: { name: 'recipients', label: 'Recipients' },
}
const expiry: FieldOf<'period'> = {
  kind: 'period',
  name: 'expire',
  unit_name: 'expire_unit',
  label: 'Expire',
  off: 0,
  initial: { amount: 60, unit: 'SECONDS' },
}
const ttl: FieldOf<'period'> = {
  kind: 'period',
  name: 'ttl',
  unit_name: 'ttl_unit',
  flag_name: 'ttl_enabled',
  label: 'TTL',
  off: null,
  initial: { amount: 1, unit: 'MINUTES' },
}

const REQUIRED = { text: 'ui.config.required' }

test.each<{ field: Field; values: FieldValues; problem?: object }>([
  { field: path, values: { path: '/etc/x' } },
  { field: path, values: {}, problem: REQUIRED },
  { field: path, values: { path: ' ' }, problem: REQUIRED },
  { field: { ...path, is_optional: true }, values: { path: '' } },
  { field: splitBy, values: { split_by: ' ' } },
  { field: splitBy, values: { split_by: '' }, problem: REQUIRED },
  { field: separator, values: { separator: ';;' }, problem: { text: 'ui.config.character' } },
  { field: separator, values: { separator: '' }, problem: { text: 'ui.config.character' } },
  { field: separator, values: { separator: '\t' } },
  { field: column, values: { column: '2' } },
  { field: column, values: { column: null }, problem: REQUIRED },
  { field: column, values: { column: 0 }, problem: { text: 'ui.config.min', values: { min: 1 } } },
  {
    field: { ...column, max: 9 },
    values: { column: 10 },
    problem: { text: 'ui.config.range', values: { min: 1, max: 9 } },
  },
  { field: column, values: { column: null, presence: true } },
  { field: body, values: { method: 'POST' }, problem: REQUIRED },
  { field: body, values: { method: 'GET' } },
  { field: body, values: {} },
  { field: recipients, values: { addresses: [] } },
  { field: expiry, values: { expire: 60, expire_unit: 'SECONDS' } },
  { field: expiry, values: { expire: 0, expire_unit: null } },
  { field: expiry, values: { expire: '', expire_unit: 'SECONDS' }, problem: REQUIRED },
  { field: ttl, values: { ttl: null, ttl_enabled: false } },
  { field: ttl, values: { ttl: null, ttl_enabled: true }, problem: REQUIRED },
])('$field.name of $values', ({ field, values, problem }) => {
  expect(fieldProblems([field], values)).toEqual(problem === undefined ? {} : { [field.name]: problem })
})

test.each([
  { field: expiry, values: { expire: 60, expire_unit: 'HOURS' }, shown: { isOn: true, amount: 60, unit: 'HOURS' } },
  { field: expiry, values: { expire: 0, expire_unit: null }, shown: { isOn: false, amount: 0, unit: 'SECONDS' } },
  { field: ttl, values: { ttl: null, ttl_enabled: false }, shown: { isOn: false, amount: undefined, unit: 'MINUTES' } },
])('the period $values is shown', ({ field, values, shown }) => {
  expect(periodOf(values, field)).toEqual(shown)
})

test('a period that is switched off stores what the API means by off', () => {
  const off = { isOn: false, amount: 5, unit: 'HOURS' } as const
  expect(periodChange(expiry, off)).toEqual({ expire: 0, expire_unit: null })
  expect(periodChange(ttl, off)).toEqual({ ttl: null, ttl_unit: null, ttl_enabled: false })
  expect(periodChange(ttl, { ...off, isOn: true })).toEqual({ ttl: 5, ttl_unit: 'HOURS', ttl_enabled: true })
})

test('line breaks and tabs are written with a backslash', () => {
  for (const character of ['\n', '\t', '\r', ';', '\\'])
    expect(sentCharacter(shownCharacter(character))).toBe(character)
  expect(shownCharacter('\n')).toBe('\\n')
})
