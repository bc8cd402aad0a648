// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of decorators have this form
import type { MessageDocument } from '@logyard/contract/search/search-results'
import { expect, test } from 'vitest'
import { decorateMessages } from './decorate-messages.ts'

const SEVERITY = 'org.graylog2.decorators.SyslogSeverityMapperDecorator'
const FORMAT = 'org.graylog2.decorators.FormatStringDecorator'
const LINK = 'org.graylog2.decorators.LinkFieldDecorator'

const hit = (fields: Readonly<Record<string, unknown>>) => {
  const message: MessageDocument = {
    _id: 'id',
    timestamp: '2026-03-01T10:00:00.000Z',
    streams: [],
    source: 'web-1',
    message: 'hello',
    ...fields,
  }
  return { message, index: 'graylog_0', highlight_ranges: {}, decoration_stats: null }
}
const decorated = (
  fields: Readonly<Record<string, unknown>>,
  type: string,
  config: Readonly<Record<string, unknown>>,
) => decorateMessages([hit(fields)], [{ type, config }])[0]

test.each([
  [0, 'Emergency (0)'],
  ['1', 'Alert (1)'],
  [2, 'Critical (2)'],
  [3, 'Error (3)'],
  [4, 'Warning (4)'],
  [5, 'Notice (5)'],
  [6, 'Informational (6)'],
  ['7', 'Debug (7)'],
])('severity %j is %s', (level, severity) => {
  const found = decorated({ level }, SEVERITY, { source_field: 'level', target_field: 'severity' })
  expect(found?.message['severity']).toBe(severity)
  expect(found?.decoration_stats).toEqual({ added_fields: { severity }, changed_fields: {}, removed_fields: {} })
})

test.each([8, -1, 'x', '07', 1.5, undefined, [3, 4]])('%j is not a severity', (level) => {
  const found = decorated(level === undefined ? {} : { level }, SEVERITY, {})
  expect(found?.message).not.toHaveProperty('severity')
  expect(found?.decoration_stats).toEqual({ added_fields: {}, changed_fields: {}, removed_fields: {} })
})

test('a changed field is reported with its original value', () => {
  const found = decorated({ level: 3 }, SEVERITY, { source_field: 'level', target_field: 'level' })
  expect(found?.message['level']).toBe('Error (3)')
  expect(found?.decoration_stats).toEqual({ added_fields: {}, changed_fields: { level: 3 }, removed_fields: {} })
})

test.each([
  ['${source} - ${message}', 'web-1 - hello'],
  ['[${ took }] ${missing}|', '[12] |'],
  ['${list} ${big} ${flag}', '[a, 1] 9007199254740993 false'],
  ['${constructor}${__proto__} $message {source}', ' $message {source}'],
  ['${a}', '$& ${source}'],
])('"%s" becomes "%s"', (format_string, text) => {
  const fields = { took: 12, list: ['a', 1], big: 9007199254740993n, flag: false, a: '$& ${source}' }
  const found = decorated(fields, FORMAT, { format_string, target_field: 'text' })
  expect(found?.message['text']).toBe(text)
})

test('a format can require all of its fields', () => {
  const config = { format_string: '${source} ${missing}', target_field: 'text', require_all_fields: true }
  expect(decorated({}, FORMAT, config)?.message).not.toHaveProperty('text')
  expect(decorated({ missing: 1 }, FORMAT, config)?.message['text']).toBe('web-1 1')
})

test.each([
  ['https://example.com/a?b=c#d', true],
  ['HTTP://example.com', true],
  ['ftp://example.com', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['see https://example.com', false],
  ['https://example.com is up', false],
  [7, false],
])('%j is a link: %s', (url, isLink) => {
  const found = decorated({ url }, LINK, { link_field: 'url' })
  expect(found?.message['url']).toEqual(isLink ? { type: 'a', href: url } : url)
})

test('decorators are applied in order, unknown types are ignored', () => {
  const [found] = decorateMessages(
    [hit({ level: 3 })],
    [
      { type: SEVERITY, config: { source_field: 'level', target_field: 'severity' } },
      { type: 'of.another.time', config: {} },
      { type: FORMAT, config: { format_string: '${severity}: ${message}', target_field: 'message' } },
    ],
  )
  expect(found?.message).toMatchObject({ severity: 'Error (3)', message: 'Error (3): hello' })
  expect(found?.decoration_stats).toEqual({
    added_fields: { severity: 'Error (3)' },
    changed_fields: { message: 'hello' },
    removed_fields: {},
  })
})

test('without a known decorator there are no stats', () => {
  expect(decorateMessages([hit({})], [{ type: 'of.another.time', config: {} }])[0]?.decoration_stats).toBeNull()
})
