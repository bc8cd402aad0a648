import type { FieldValue } from '@logyard/codecs/codec'
import { describe, expect, test } from 'vitest'
import { emptyResult, singleResult } from '../../lookup/lookup-results.ts'
import type { LookupKey } from '../../lookup/lookup-tables.ts'
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import type { ConverterDefinition, ExtractorDefinition } from './extractor-definition.ts'
import { messageOf, RECEIVED_AT } from './testing/message-of.ts'
import { testExtractor, UNTIMED } from './testing/test-extractor.ts'

/** The fields after a run on a text. */
function extract(text: FieldValue, definition: Partial<ExtractorDefinition>) {
  const message = messageOf({ from: text })
  const { run, figures } = testExtractor(definition)
  run(message, UNTIMED)
  const { from, ...fields } = Object.fromEntries(message.fields)
  return { from, fields, figures, message }
}

/** The target field after a converter. */
function convert(text: string, type: ConverterDefinition['type'], config: ConverterDefinition['config'] = {}) {
  return extract(text, { converters: [{ type, config }] })
}

describe('types', () => {
  test.each([
    ['regex', { regex_value: 'id:(\\d+)' }, 'user id:9001', '9001'],
    ['regex', { regex_value: '(a)?(b)' }, 'b', undefined],
    ['regex', { regex_value: '(?>a*)(b)' }, 'aab', 'b'],
    ['split_and_index', { split_by: '.', index: 2 }, 'foo.bar.baz', 'bar'],
    ['split_and_index', { split_by: '.', index: 9001 }, 'foo.bar.baz', undefined],
    ['split_and_index', { split_by: '::', index: 3 }, 'a::b::c:d', 'c:d'],
    ['split_and_index', { split_by: ',', index: 0 }, 'a,b', undefined],
    ['substring', { begin_index: 1, end_index: 5 }, 'ilovelogs', 'love'],
    ['substring', { begin_index: 1, end_index: 50 }, 'ilovelogs', undefined],
    ['substring', { begin_index: -1, end_index: 2 }, 'ilovelogs', undefined],
    ['regex_replace', { regex: '(?<a>\\w)(\\w)', replacement: `$\{a}\\$$2$10` }, 'xy', 'x$yx0'],
    ['regex_replace', { regex: 'x*', replacement: '-', replace_all: true }, 'a\u{1f600}b', '-a-\u{1f600}-b-'],
    ['regex_replace', { regex: '(?>a+)(b)', replacement: '$1' }, 'aab', 'b'],
  ] as const)('%s %o of "%s" is %s', (type, config, text, value) => {
    expect(extract(text, { type, config }).fields['target']).toBe(value)
  })

  const nested = '{"o":{"t":"x","n":1.5,"z":null,"l":["a",null,"b"]}}'

  test('json makes fields of an object', () => {
    expect(extract(nested, { type: 'json' }).fields).toEqual({ o_t: 'x', o_n: 1.5, o_l: 'a, b' })
    expect(extract(nested, { type: 'json', config: { flatten: true } }).fields).toEqual({
      o: 't=x, n=1.5, l=[a, null, b]',
    })
    expect(extract('[{"a":1}]', { type: 'json' }).fields).toEqual({})
    expect(extract('{"a b":1,"c":{"d\\te":2}}', { type: 'json' }).fields).toEqual({})
    const config = { replace_key_whitespace: true, key_whitespace_replacement: '.' }
    expect(extract('{"a b":1}', { type: 'json', config }).fields).toEqual({ 'a.b': 1 })
    expect(extract('{"n":9007199254740993,"l":[18446744073709551615]}', { type: 'json' }).fields).toEqual({
      n: 9007199254740993n,
      l: '18446744073709551615',
    })
  })

  test('json sets the text, source and time of the message, and no field of the server', () => {
    const text =
      '{"message":"new","source":"host","timestamp":"2021-03-04 05:06:07.089","gl2_source_input":"x","_id":"x","streams":"x"," level ":3}'
    const { message, fields } = extract(text, { type: 'json' })
    expect(message).toMatchObject({
      message: 'new',
      source: 'host',
      timestampMs: Date.parse('2021-03-04T05:06:07.089Z'),
    })
    expect(fields).toEqual({ level: 3 })
  })

  test('grok makes fields of all captures', () => {
    const config = { grok_pattern: '%{IP:client} %{NUMBER:took;int} %{TIMESTAMP_ISO8601:at;date}' }
    const { fields } = extract('10.0.0.1 17 2021-03-04T05:06:07.089Z', {
      type: 'grok',
      config: { ...config, named_captures_only: true },
    })
    expect(fields).toEqual({ client: '10.0.0.1', took: 17, at: '2021-03-04T05:06:07.089Z' })
    expect(extract('10.0.0.1 17 2021-03-04T05:06:07Z', { type: 'grok', config }).fields).toMatchObject({
      IPV4: '10.0.0.1',
      YEAR: '2021',
    })
  })
})

describe('conditions', () => {
  const counts = (text: FieldValue, conditionType: 'none' | 'string' | 'regex', conditionValue: string) => {
    const { fields, figures } = extract(text, { conditionType, conditionValue })
    return [fields['target'] !== undefined, figures.conditionHits, figures.conditionMisses]
  }

  test('count hits and misses, and none counts only messages without a text', () => {
    expect(counts('user id:9001', 'string', 'id')).toEqual([true, 1, 0])
    expect(counts('user id:9001', 'string', 'ID')).toEqual([false, 0, 1])
    expect(counts('two\nlines', 'regex', '^two.lines$')).toEqual([true, 1, 0])
    expect(counts('two\nlines', 'regex', 'three')).toEqual([false, 0, 1])
    expect(counts('text', 'none', '')).toEqual([true, 0, 0])
    expect(counts(17, 'none', '')).toEqual([false, 0, 1])
  })

  test('a regular expression that is not run does not match', () => {
    const message = messageOf({ from: 'text' })
    const { run, figures } = testExtractor({ conditionType: 'regex', conditionValue: 'te' }, { guard: () => false })
    run(message, UNTIMED)
    expect(message.fields.has('target')).toBe(false)
    expect(figures.conditionMisses).toBe(1)
  })
})

describe('cut', () => {
  const cut = (text: string, definition: Partial<ExtractorDefinition>) =>
    extract(text, { cursorStrategy: 'cut', ...definition }).from

  test.each([
    ['split_and_index', { split_by: ' ', index: 4 }, '<10> 07 Aug 2013 sub', '<10> 07 Aug  sub'],
    ['split_and_index', { split_by: '::', index: 2 }, 'a::b::c', 'a::::c'],
    ['copy_input', {}, 'all of it', 'fullyCutByExtractor'],
    ['regex', { regex_value: '(a) ?' }, 'a ', 'fullyCutByExtractor'],
    ['regex_replace', { regex: 'x(\\d)', replacement: '$1', replace_all: true }, 'x1 x2', 'x x2'],
    ['regex_replace', { regex: 'x', replacement: 'y' }, 'x1', 'x1'],
    ['regex', { regex_value: '(?>a*)(b)' }, 'aabc', 'aac'],
    ['json', {}, '{"a":1}', '{"a":1}'],
    ['grok', { grok_pattern: '%{WORD:w}' }, 'word', 'word'],
    ['substring', { begin_index: 4, end_index: 5 }, 'a', 'a'],
  ] as const)('%s %o leaves of "%s" "%s"', (type, config, text, rest) => {
    expect(cut(text, { type, config })).toBe(rest)
  })

  test('never changes the text of the message, nor a field that is its own target', () => {
    const message = messageOf({}, 'a message')
    testExtractor({ sourceField: 'message', cursorStrategy: 'cut' }).run(message, UNTIMED)
    expect(message.message).toBe('a message')
    expect(message.fields.get('target')).toBe('a message')
    expect(cut('text', { targetField: 'from' })).toBe('text')
  })
})

describe('converters', () => {
  test.each([
    ['numeric', '9223372036854775807', 9223372036854775807n],
    ['numeric', '-9223372036854775808', -9223372036854775808n],
    ['numeric', '9007199254740993', 9007199254740993n],
    ['numeric', '-0', 0],
    ['numeric', '.5', 0.5],
    ['numeric', '5.', 5],
    ['numeric', '1.5f', 1.5],
    ['numeric', '0x1.8p1', 3],
    ['numeric', '1e400', '1e400'],
    ['numeric', 'Infinity', 'Infinity'],
    ['numeric', '1_000', '1_000'],
    ['hash', 'foobar', '3858f62230ac3c915f300c664312c63f'],
    ['ip_anonymizer', '127.0.0.1 foobar 192.168.1.100', '127.0.0.xxx foobar 192.168.1.xxx'],
    ['syslog_pri_level', '2147483648', '2147483648'],
    ['syslog_pri_facility', '120', 'clock'],
  ] as const)('%s makes of %s %s', (type, text, value) => {
    expect(convert(text, type).fields['target']).toBe(value)
  })

  test('the tokenizer adds pairs and leaves the text', () => {
    const { fields, figures } = convert(
      `otters in k1="v 1" k2 = v2 k3='' k4=" k5=x=y k1=last message=x gl2_x=1 é=1 a=\tb  c=  d`,
      'tokenizer',
    )
    expect(fields).toMatchObject({ k1: 'last', k2: 'v2', k5: 'x=y', a: 'b' })
    expect(Object.keys(fields).toSorted()).toEqual(['a', 'k1', 'k2', 'k5', 'target'])
    expect(figures.converterExceptions).toBe(2)
  })

  test.each([
    [{ column_header: 'a,b' }, '1,2,3', {}],
    [{ column_header: 'a,b' }, '"x"",y", z', { a: 'x",y', b: 'z' }],
    [{ column_header: 'a,b' }, '1, "x,y"', { a: '1', b: 'x,y' }],
    [{ column_header: 'a;b', separator: ';ignored' }, '1;2', { a: '1', b: '2' }],
    [{ column_header: '"a","b"', strict_quotes: true }, '"1"x,"2"', { a: '1', b: '2' }],
    [{ column_header: 'a,b' }, '"x\\"y",z', { a: 'x"y', b: 'z' }],
    [{ column_header: 'a,b' }, '"open,2', {}],
    [{ column_header: 'a,b' }, 'say "hi" now,2', { a: 'say "hi" now', b: '2' }],
    [{ column_header: 'a,target' }, '1,2', { a: '1', target: '2' }],
  ])('csv with %o makes of %s %o', (config, text, fields) => {
    expect(convert(text, 'csv', config).fields).toEqual({ target: text, ...fields })
  })

  test('dates become texts, and a wrong one keeps its text and counts', () => {
    const german = { date_format: 'd. MMMM yyyy HH:mm', locale: 'de_DE', time_zone: 'Europe/Berlin' }
    expect(convert('4. März 2021 05:06', 'date', german).fields['target']).toBe('2021-03-04T04:06:00.000Z')
    expect(convert('MAR 4 05:06:07 PST', 'date', { date_format: 'MMM d HH:mm:ss z' }).fields['target']).toBe(
      '2026-03-04T13:06:07.000Z',
    )
    const wrong = convert('foo', 'date', { date_format: 'yyyy' })
    expect([wrong.fields['target'], wrong.figures.converterExceptions]).toEqual(['foo', 1])
    expect(convert('foo', 'flexdate').fields).toEqual({})
  })

  test('run in order, each on the result of the one before, as long as it is a text', () => {
    const converters: readonly ConverterDefinition[] = [
      { type: 'ip_anonymizer', config: {} },
      { type: 'uppercase', config: {} },
      { type: 'split_and_count', config: { split_by: 'X' } },
      { type: 'lowercase', config: {} },
    ]
    expect(extract('1.2.3.4 of 5', { converters }).fields).toEqual({ target: 4 })
  })

  test('the time of the message can be extracted', () => {
    const config = { date_format: 'dd/MMM/yyyy:HH:mm:ss Z' }
    const toTimestamp = { targetField: 'timestamp', converters: [{ type: 'date', config }] } as const
    const { message, figures } = extract('10/Oct/2000:13:55:36 -0700', toTimestamp)
    expect(message.timestampMs).toBe(Date.parse('2000-10-10T20:55:36Z'))
    expect(message.fields.has('timestamp')).toBe(false)
    expect(figures.invalidTimestamps).toBe(0)
    const wrong = extract('yesterday', toTimestamp)
    expect([wrong.message.timestampMs, wrong.figures.invalidTimestamps]).toEqual([RECEIVED_AT, 1])
  })

  test('an empty result leaves the target field as it was, and converters work on that', () => {
    const message = messageOf({ from: 'x', target: 'Before' })
    const converters = [{ type: 'lowercase', config: {} }] as const
    testExtractor({ type: 'regex_replace', config: { regex: 'x', replacement: ' ' }, converters }).run(message, UNTIMED)
    expect(message.fields.get('target')).toBe('before')
  })
})

test('a replacement that names a missing group counts an exception on each text that matches', () => {
  for (const replacement of ['$2', `$\{name}`, '$', '\\']) {
    const definition = { type: 'regex_replace', config: { regex: '(b)', replacement } } as const
    expect(extract('abc', definition).figures).toMatchObject({ exceptions: 1, extractions: 0 })
    expect(extract('xyz', definition).figures.exceptions).toBe(0)
  }
})

test.each([
  [{ type: 'regex', config: { regex_value: '(' } }, 'extractor_config.regex_value', 'Unclosed group'],
  [{ type: 'regex', config: {} }, 'extractor_config.regex_value', 'not empty'],
  [{ type: 'regex_replace', config: { regex: '' } }, 'extractor_config.regex', 'not empty'],
  [
    { type: 'regex_replace', config: { regex: 'a', replace_all: 'yes' } },
    'extractor_config.replace_all',
    'true or false',
  ],
  [{ type: 'regex_replace', config: { regex: 'a', replacement: 1 } }, 'extractor_config.replacement', 'a text'],
  [{ type: 'split_and_index', config: { split_by: ' ', index: '1' } }, 'extractor_config.index', 'whole number'],
  [{ type: 'substring', config: { begin_index: 1 } }, 'extractor_config.end_index', 'whole number'],
  [{ type: 'grok', config: { grok_pattern: '%{NOPE}' } }, 'extractor_config.grok_pattern', 'NOPE'],
  [{ type: 'lookup_table', config: {} }, 'extractor_config.lookup_table_name', 'text'],
  [{ conditionType: 'regex', conditionValue: '[' }, 'condition_value', 'Unclosed character class'],
  [{ targetField: '_id' }, 'target_field', '_id'],
  [{ converters: [{ type: 'date', config: {} }] }, 'converters.date.date_format', 'not empty'],
  [{ converters: [{ type: 'date', config: { date_format: 'bb' } }] }, 'converters.date.date_format', 'bb'],
  [{ converters: [{ type: 'csv', config: { column_header: '"a' } }] }, 'converters.csv.column_header', 'CSV'],
] as const)('%o is refused', (definition, field, reason) => {
  expect(() => testExtractor(definition)).toThrow(
    expect.objectContaining({ name: 'ExtractorRefused', field, message: expect.stringContaining(reason) }),
  )
})

describe('lookups', () => {
  const resolve = async () => undefined
  const tables = (answer: (key: LookupKey) => string | PendingLookup | undefined) => {
    const lookUp = (key: LookupKey) => {
      const value = answer(key)
      if (value === undefined) return emptyResult()
      return typeof value === 'string' ? singleResult(value) : value
    }
    const table = { lookUp, writer: undefined }
    return { lookupTables: { find: (name: string) => (name === 'hosts' ? table : undefined) } }
  }
  const config = { lookup_table_name: 'hosts' }

  test('an unknown key extracts nothing, and a converter leaves it', () => {
    const tools = tables((key) => (key === 'web' ? 'Web server' : undefined))
    const converters = [{ type: 'lookup_table', config }] as const
    const run = (definition: Partial<ExtractorDefinition>, text: string) => {
      const message = messageOf({ from: text })
      testExtractor(definition, tools).run(message, UNTIMED)
      return message.fields.get('target')
    }
    expect(run({ type: 'lookup_table', config }, 'web')).toBe('Web server')
    expect(run({ type: 'lookup_table', config }, 'db')).toBeUndefined()
    expect(run({ converters }, 'web')).toBe('Web server')
    expect(run({ converters }, 'db')).toBe('db')
  })

  test('while one is pending, the message stays as it was', () => {
    let answer: string | undefined
    const pending = { resolve }
    const message = messageOf({ from: 'host=web rest' })
    const { run, figures } = testExtractor(
      {
        type: 'regex',
        config: { regex_value: 'host=(\\w+)' },
        cursorStrategy: 'cut',
        conditionType: 'string',
        conditionValue: 'host',
        converters: [{ type: 'lookup_table', config }],
      },
      tables(() => answer ?? pending),
    )
    expect(run(message, UNTIMED)).toBe(pending)
    expect(Object.fromEntries(message.fields)).toEqual({ from: 'host=web rest' })
    answer = 'Web server'
    expect(run(message, UNTIMED)).toBeUndefined()
    expect(Object.fromEntries(message.fields)).toEqual({ from: 'host= rest', target: 'Web server' })
    expect(figures).toMatchObject({ conditionHits: 1, extractions: 1 })
  })
})

test('times are measured only when asked', () => {
  let nowMs = 0
  const watch = { isTiming: true, now: () => nowMs++ }
  const { run, figures } = testExtractor({ converters: [{ type: 'uppercase', config: {} }] })
  run(messageOf({ from: 'x' }), UNTIMED)
  expect(figures.total.timings).toBe(0)
  run(messageOf({ from: 'x' }), watch)
  run(messageOf({}), watch)
  expect(figures.total.timings).toBe(2)
  expect(figures.condition.timings).toBe(2)
  expect(figures.execution.timings).toBe(1)
  expect(figures.converters.timings).toBe(1)
  expect(figures.total.ms).toBeGreaterThan(figures.execution.ms + figures.converters.ms)
})

test('an explanation tells what happened', () => {
  const message = messageOf({ from: 'id:17 rest' })
  const { explain } = testExtractor({
    type: 'regex',
    config: { regex_value: 'id:(\\d+)' },
    conditionType: 'string',
    conditionValue: 'id',
    cursorStrategy: 'cut',
    converters: [
      { type: 'date', config: { date_format: 'yyyy-MM' } },
      { type: 'numeric', config: {} },
    ],
  })
  expect(explain(message)).toEqual({
    condition: 'hit',
    isExtracted: true,
    range: { begin: 3, end: 5 },
    written: new Set(['target', 'from']),
    converterFailures: [{ converter: 'date', message: 'The text is not a date of the form yyyy-MM' }],
    exception: undefined,
  })
  expect(Object.fromEntries(message.fields)).toEqual({ from: 'id: rest', target: 17 })
  expect(explain(messageOf({ from: 'none' }))).toMatchObject({ condition: 'miss', isExtracted: false })
  expect(explain(messageOf({ from: 17 }))).toMatchObject({ condition: 'noText' })
})
