import { cpuTimeMs } from '@logyard/codecs/testing/cpu-time'
import { expect, test } from 'vitest'
import { MAX_RESULT_CHARACTERS, MAX_RESULT_FIELDS } from './extraction.ts'
import type { ExtractorDefinition } from './extractor-definition.ts'
import { messageOf } from './testing/message-of.ts'
import { testExtractor, UNTIMED } from './testing/test-extractor.ts'

const MIB = 2 ** 20
/** Far above what linear time takes, and far below what quadratic time takes. */
const LIMIT_MS = 1000

function run(text: string, definition: Partial<ExtractorDefinition>) {
  const message = messageOf({ from: text })
  const { run: runOn, figures } = testExtractor(definition)
  const startedMs = cpuTimeMs()
  runOn(message, UNTIMED)
  expect(cpuTimeMs() - startedMs).toBeLessThan(LIMIT_MS)
  return { fields: message.fields, figures }
}

const withConverter = (type: 'csv' | 'tokenizer' | 'ip_anonymizer' | 'numeric' | 'flexdate', config = {}) => ({
  converters: [{ type, config }],
})
const date = (date_format: string) => ({ converters: [{ type: 'date', config: { date_format } }] }) as const

const texts: Readonly<Record<string, string>> = {
  letters: 'a'.repeat(MIB),
  digits: '1'.repeat(MIB),
  dots: '1.'.repeat(MIB / 2),
  spaces: `a${' '.repeat(MIB)}b`,
  'equal signs': '='.repeat(MIB),
  'keys without values': 'a= '.repeat(MIB / 3),
  'open quotes': 'a="'.repeat(MIB / 3),
  'quotes of both kinds': `a='b" `.repeat(MIB / 6),
  commas: ','.repeat(MIB),
  'quotes alone': '"'.repeat(MIB + 1),
  'escaped quotes': '"\\"'.repeat(MIB / 3),
  braces: '{"a":'.repeat(MIB / 5),
  brackets: `{"a":${'['.repeat(MIB / 2)}${']'.repeat(MIB / 2)}}`,
  'broken json': `{${'"a":1,'.repeat(MIB / 6)}}`,
  surrogates: '\ud800'.repeat(MIB),
}
const extractors: Readonly<Record<string, Partial<ExtractorDefinition>>> = {
  'json extractor': { type: 'json' },
  'flattening json extractor': { type: 'json', config: { flatten: true } },
  'split extractor': { type: 'split_and_index', config: { split_by: ',', index: 2 ** 31 - 1 } },
  'csv converter': withConverter('csv', { column_header: 'a,b' }),
  tokenizer: withConverter('tokenizer'),
  'IP anonymizer': withConverter('ip_anonymizer'),
  'numeric converter': withConverter('numeric'),
  'flexible date converter': withConverter('flexdate'),
  'date converter': date('yyyy-MM-dd EEE MMMM z'),
  'part counter': { converters: [{ type: 'split_and_count', config: { split_by: '1.' } }] },
}

test.each(Object.entries(extractors))('the %s takes linear time on any text', (_name, definition) => {
  for (const text of Object.values(texts)) run(text, definition)
})

test('json with many fields, or nested too deeply, is an exception', () => {
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])))
  expect(run(keys(MAX_RESULT_FIELDS), { type: 'json' }).fields.size).toBe(MAX_RESULT_FIELDS + 1)
  const tooMany = run(keys(MAX_RESULT_FIELDS + 1), { type: 'json' })
  expect([tooMany.fields.size, tooMany.figures.exceptions]).toEqual([1, 1])
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  expect(run(deep(100), { type: 'json' }).figures).toMatchObject({ extractions: 1, exceptions: 0 })
  expect(run(deep(101), { type: 'json' }).figures).toMatchObject({ extractions: 0, exceptions: 1 })
  expect(run(deep(50_000), { type: 'json', config: { flatten: true } }).figures.exceptions).toBe(1)
})

test('long keys of nested json cannot multiply', () => {
  let json = '1'
  for (let depth = 0; depth < 90; depth += 1) json = `{"${'k'.repeat(10_000)}${depth}":{"leaf":1,"next":${json}}}`
  expect(run(json, { type: 'json' }).figures.exceptions + run(json, { type: 'json' }).fields.size).toBeGreaterThan(0)
})

test('a replacement that grows the text too much is an exception', () => {
  const grow = (length: number) =>
    run('a'.repeat(length), {
      type: 'regex_replace',
      config: { regex: '(a{1000})', replacement: '$1'.repeat(1000), replace_all: true },
    })
  expect(grow(8000).figures).toMatchObject({ extractions: 1, exceptions: 0 })
  expect(String(grow(8000).fields.get('target')).length).toBeLessThan(MAX_RESULT_CHARACTERS)
  expect(grow(MIB).figures).toMatchObject({ extractions: 0, exceptions: 1 })
})

test('the tokenizer adds a limited number of fields', () => {
  const pairs = Array.from({ length: MAX_RESULT_FIELDS + 1 }, (_, at) => `k${at}=v`).join(' ')
  const { fields, figures } = run(pairs, withConverter('tokenizer'))
  expect([fields.size, figures.converterExceptions]).toEqual([2, 1])
})

test('a grok pattern may have 1,000 captures; one that is too large is refused', () => {
  const grok = (captures: number) => {
    const words = Array.from({ length: captures }, (_, at) => at)
    const grok_pattern = words.map((at) => `(?<f${at}>a)`).join(' ')
    return run(words.map(() => 'a').join(' '), { type: 'grok', config: { grok_pattern } })
  }
  expect(grok(1000).fields.size).toBe(1001)
  expect(() => grok(10_000)).toThrow('too large')
})
