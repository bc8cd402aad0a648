import { expect, test } from 'vitest'
import { errorsOf, inGroup, valueAt } from './field-groups.ts'

test('fields of a value have names of their own in the form', () => {
  const errors = inGroup('config', { url: 'wrong', 'a.b': 'missing' })
  expect(errors).toEqual({ 'config.url': 'wrong', 'config.a.b': 'missing' })
  expect(errorsOf('config', { ...errors, url: 'other' })).toEqual({ url: 'wrong', 'a.b': 'missing' })
})

const values = { title: 'Hook', config: { url: 'https://a', headers: ['x'] } }

test.each([
  ['title', 'Hook'],
  ['config.url', 'https://a'],
  ['config.recipients', values.config],
  ['config.headers.0', ['x']],
  ['other', values],
])('%s depends on its value, or on what it is in', (name, value) => {
  expect(valueAt(values, name)).toEqual(value)
})
