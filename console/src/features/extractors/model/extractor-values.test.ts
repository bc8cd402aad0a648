import { expect, test } from 'vitest'
import {
  converterKey,
  extractorProblems,
  extractorRequest,
  newConverter,
  newExtractorValues,
} from './extractor-values.ts'

const regex = newExtractorValues({ type: 'regex', sourceField: 'message', order: 4 })

test('a new extractor lists what is missing, and sends the next position', () => {
  expect(Object.keys(extractorProblems(regex)).toSorted()).toEqual(['settings.regex_value', 'targetField', 'title'])
  const values = { ...regex, title: ' Status ', targetField: 'status', settings: { regex_value: '(\\d+)' } }
  expect(extractorProblems(values)).toEqual({})
  expect(extractorRequest({ ...values, conditionValue: 'typed before the condition was removed' })).toEqual({
    title: 'Status',
    extractor_type: 'regex',
    extractor_config: { regex_value: '(\\d+)' },
    cut_or_copy: 'copy',
    source_field: 'message',
    target_field: 'status',
    converters: {},
    condition_type: 'none',
    condition_value: '',
    order: 4,
  })
})

test('a converter is sent while it is on; empty optional settings are left out', () => {
  const csv = newConverter('csv')
  const date = newConverter('date')
  const values = {
    ...regex,
    title: 't',
    targetField: 'f',
    settings: { regex_value: 'x(y)' },
    converters: [
      { ...csv, settings: { ...csv.settings, column_header: 'a,b', separator: '\t' } },
      { ...date, isOn: false },
      { ...newConverter('split_and_count') },
    ],
  }
  expect(Object.keys(extractorProblems(values))).toEqual([converterKey('split_and_count', 'split_by')])
  const { converters } = extractorRequest(values)
  expect(Object.keys(converters)).toEqual(['csv', 'split_and_count'])
  expect(converters['csv']).toMatchObject({ column_header: 'a,b', separator: '\t', trim_leading_whitespace: true })
  const on = extractorRequest({ ...values, converters: [{ ...date, settings: { date_format: 'yyyy' } }] })
  expect(on.converters).toEqual({ date: { date_format: 'yyyy' } })
})

test('an extractor that names its fields itself has no target and no converters', () => {
  const values = newExtractorValues({ type: 'json', sourceField: 'message', order: 0, targetField: 'f' })
  expect(extractorRequest({ ...values, converters: [newConverter('hash')] })).toMatchObject({
    target_field: '',
    converters: {},
    extractor_config: { key_separator: '_', key_prefix: '', flatten: false },
  })
})
