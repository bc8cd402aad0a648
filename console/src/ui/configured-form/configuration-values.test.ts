import type { ConfigField } from '@logyard/contract/configured/configuration'
import { fieldsOf } from '@logyard/contract/configured/fields-of'
import { expect, test } from 'vitest'
import { fieldProblems } from '../fields/field-problems.ts'
import { configurationToSend, initialConfiguration } from './configuration-values.ts'

const field = (given: Partial<ConfigField>): ConfigField => ({
  type: 'text',
  human_name: 'Name',
  description: null,
  default_value: null,
  is_optional: true,
  attributes: [],
  additional_info: {},
  position: 100,
  ...given,
})

test('fields are ordered by position, then required first, then in the server order', () => {
  const request = {
    late: field({ position: 200, is_optional: false }),
    b: field({}),
    a: field({}),
    needed: field({ is_optional: false }),
    first: field({ position: 10 }),
  }
  expect(fieldsOf(request).map(({ name }) => name)).toEqual(['first', 'needed', 'b', 'a', 'late'])
})

test('stored values replace the defaults unless they have the wrong type', () => {
  const request = {
    port: field({ type: 'number', default_value: 12201 }),
    text: field({ type: 'number', default_value: 7 }),
    tls: field({ type: 'boolean', default_value: true }),
    tags: field({ type: 'list' }),
  }
  expect(initialConfiguration(request, { port: 514, text: '514', tls: false, other: 1 })).toEqual({
    port: 514,
    text: 7,
    tls: false,
    tags: null,
  })
})

test.each([
  { given: { type: 'text', is_optional: false }, value: '', problem: 'ui.config.required' },
  { given: { type: 'number', is_optional: false }, value: null, problem: 'ui.config.required' },
  { given: { type: 'list', is_optional: false }, value: [], problem: 'ui.config.required' },
  { given: { type: 'boolean', is_optional: false }, value: false, problem: undefined },
  { given: { type: 'text' }, value: '', problem: undefined },
  { given: { type: 'number', attributes: ['is_port_number'] }, value: 65_536, problem: 'ui.config.range' },
  { given: { type: 'number', attributes: ['is_port_number', 'only_negative'] }, value: 514, problem: undefined },
  { given: { type: 'number', attributes: ['only_positive'] }, value: -1, problem: 'ui.config.min' },
  { given: { type: 'number', attributes: ['only_negative'] }, value: 0, problem: 'ui.config.range' },
  { given: { type: 'number' }, value: -5, problem: undefined },
] as const)('$given with $value: $problem', ({ given, value, problem }) => {
  const { attributes = [], ...rest } = { attributes: [] as readonly string[], ...given }
  const request = { one: field({ ...rest, attributes: [...attributes] }) }
  expect(fieldProblems(fieldsOf(request), { one: value })['one']?.text).toBe(problem)
})

test('every field is sent, null where nothing was entered', () => {
  const request = { port: field({ type: 'number' }), source: field({}) }
  expect(configurationToSend(request, { port: 514 })).toEqual({ port: 514, source: null })
})
