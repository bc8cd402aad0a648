import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import { expect, test } from 'vitest'
import { completeSource } from './complete-source.ts'

const described = (name: string, ...params: readonly string[]): FunctionDescriptor => ({
  name,
  pure: false,
  return_type: 'java.lang.Void',
  params: params.map((param) => ({
    name: param.replace('?', ''),
    type: 'java.lang.String',
    transformed_type: 'java.lang.String',
    optional: param.endsWith('?'),
    description: null,
  })),
  description: null,
  example: { source: '', result: '' },
  deprecated: null,
})

const completion = {
  functions: [described('set_field', 'field', 'value', 'prefix?'), described('now')],
  fields: ['source', 'http-status', 'a "b"'],
  rules: ['drop debug'],
}

const options = (marked: string, language: 'rule' | 'pipeline' = 'rule') => {
  const position = marked.indexOf('|')
  return completeSource(language, marked.replace('|', ''), position, completion)?.options ?? []
}
const labels = (marked: string, language?: 'rule' | 'pipeline') => options(marked, language).map(({ label }) => label)

test('an empty source offers a whole rule', () => {
  expect(labels('ru|')).toEqual(['rule'])
  expect(options('|')[0]?.template).toContain('when')
})

test('behind $message. there are the fields, in backticks where they need them', () => {
  expect(options('rule "a" when $message.|').map(({ insert }) => insert)).toEqual([
    'source',
    '`http-status`',
    '`a "b"`',
  ])
})

test('the literal of a field parameter completes fields', () => {
  expect(options('rule "a" when true then set_field("|').map(({ insert }) => insert)).toEqual([
    'source',
    'http-status',
    'a \\"b\\"',
  ])
  expect(labels('rule "a" when true then set_field(value: "|')).toEqual([])
  expect(labels('rule "a" when true then set_field(field: "so|')).toContain('source')
  expect(labels('rule "a" when true then set_field("a", "|')).toEqual([])
})

test('a function brings its parameters, and a semicolon where it is a statement', () => {
  const template = (marked: string) => options(marked).find(({ label }) => label === 'set_field')?.template
  expect(template('rule "a" when |')).toBe('set_field("#{field}", #{value})')
  expect(template('rule "a" when true then |')).toBe('set_field("#{field}", #{value});')
  expect(options('rule "a" when |').find(({ label }) => label === 'set_field')?.detail).toBe(
    '(field, value, [prefix]) : Void',
  )
})

test('a call completes the parameters that are not named yet', () => {
  const parameters = (marked: string) =>
    options(marked)
      .filter(({ kind }) => kind === 'parameter')
      .map(({ label }) => label)
  expect(parameters('rule "a" when true then set_field(|')).toEqual(['field:', 'value:', 'prefix:'])
  expect(parameters('rule "a" when true then set_field(field: "x", |')).toEqual(['value:', 'prefix:'])
  expect(parameters('rule "a" when true then set_field("x", |')).toEqual([])
  expect(parameters('rule "a" when true then set_field(field: |')).toEqual([])
})

test('variables are completed in their rule', () => {
  expect(labels('rule "a" when true then let took = now(); set_field("a", t|')).toContain('took')
})

test('a pipeline completes the titles of rules', () => {
  expect(labels('pipeline "x" stage 0 match all rule "|', 'pipeline')).toEqual(['drop debug'])
  expect(labels('pipeline "|', 'pipeline')).toEqual([])
  expect(labels('pipeline "x" st|', 'pipeline')).toContain('stage')
})

test('comments complete nothing', () => {
  expect(labels('rule "a" when // se|')).toEqual([])
})
