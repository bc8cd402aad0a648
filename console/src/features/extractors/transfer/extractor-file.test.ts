import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import { expect, test } from 'vitest'
import { extractorFile, readExtractorFile } from './extractor-file.ts'

const timer = { time: null, rate: null, duration_unit: null, rate_unit: null }
const STORED: ExtractorSummary = {
  id: 'e1',
  title: 'Status',
  type: 'regex',
  cursor_strategy: 'cut',
  source_field: 'line',
  target_field: 'status',
  extractor_config: { regex_value: 'HTTP (\\d+)', note: 'kept' },
  creator_user_id: 'admin',
  converters: [
    { type: 'numeric', config: {} },
    { type: 'date', config: { date_format: 'yyyy', time_zone: 'UTC' } },
  ],
  condition_type: 'string',
  condition_value: 'HTTP',
  order: 2,
  exceptions: 1,
  converter_exceptions: 0,
  metrics: {
    total: timer,
    condition: timer,
    execution: timer,
    converters: timer,
    condition_hits: 0,
    condition_misses: 0,
  },
}

test('an exported extractor is imported as it was, behind those that exist', () => {
  const file = extractorFile([STORED], '4.0.17')
  expect(JSON.parse(file).version).toBe('4.0.17')
  const [entry] = readExtractorFile(file, 3)
  expect(entry?.request).toEqual({
    title: 'Status',
    extractor_type: 'regex',
    cut_or_copy: 'cut',
    source_field: 'line',
    target_field: 'status',
    extractor_config: { regex_value: 'HTTP (\\d+)', note: 'kept' },
    converters: { numeric: {}, date: { date_format: 'yyyy', time_zone: 'UTC' } },
    condition_type: 'string',
    condition_value: 'HTTP',
    order: 5,
  })
})

const minimal = { title: 't', source_field: 'message', target_field: 'f' }
const grok = { ...minimal, target_field: '', extractor_config: { grok_pattern: '%{IP:ip}' } }

test.each([
  ['the type and the strategy of a request', { ...grok, type: 'GROK', cut_or_copy: 'cut' }, { cut_or_copy: 'cut' }],
  [
    'no strategy and no condition',
    { ...grok, extractor_type: 'grok' },
    { cut_or_copy: 'copy', condition_type: 'none' },
  ],
  [
    'a value of a condition that is none',
    { ...grok, extractor_type: 'grok', condition_type: 'none', condition_value: 'x' },
    { condition_value: '' },
  ],
  [
    'a map of converters',
    { ...minimal, extractor_type: 'copy_input', converters: { hash: null, csv: { column_header: 'a,b' } } },
    { converters: { hash: {}, csv: { column_header: 'a,b' } } },
  ],
])('an entry with %s is read', (_, written, expected) => {
  const [entry] = readExtractorFile(JSON.stringify({ extractors: [written], version: '2.5.1' }), 0)
  expect(entry?.problems).toEqual([])
  expect(entry?.request).toMatchObject(expected)
})

test.each([
  ['notAnObject', 'regex'],
  ['unknownType', { ...minimal, extractor_type: 'xml' }],
  ['type', minimal],
  ['setting', { ...minimal, extractor_type: 'regex', extractor_config: {} }],
  ['setting', { ...minimal, extractor_type: 'substring', extractor_config: { begin_index: '1', end_index: 2 } }],
  ['unknownConverter', { ...minimal, extractor_type: 'copy_input', converters: [{ type: 'rot13', config: {} }] }],
  ['setting', { ...minimal, extractor_type: 'copy_input', converters: [{ type: 'date', config: {} }] }],
  ['unknownCondition', { ...minimal, extractor_type: 'copy_input', condition_type: 'never' }],
  ['title', { ...minimal, title: ' ', extractor_type: 'copy_input' }],
  ['source', { ...minimal, source_field: '', extractor_type: 'copy_input' }],
  ['target', { ...minimal, target_field: '', extractor_type: 'copy_input' }],
])('an entry is refused for its %s', (problem, written) => {
  const [entry] = readExtractorFile(JSON.stringify([written]), 0)
  expect(entry?.request).toBeUndefined()
  expect(entry?.problems.map(({ text }) => text)).toEqual([`extractors.import.problem.${problem}`])
})

test('a file that is not JSON, and one without extractors', () => {
  expect(() => readExtractorFile('extractors', 0)).toThrow(SyntaxError)
  expect(readExtractorFile('{"version":"4.0.0"}', 0)).toEqual([])
})
