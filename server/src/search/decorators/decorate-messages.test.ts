// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of decorators have this form
import type { Decorator } from '@logyard/contract/search/decorators'
import type { MessageDocument, MessageHit } from '@logyard/contract/search/search-results'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createDecoration } from './decorate-messages.ts'
import type { DecoratorType } from './decorator-type.ts'
import { createDecoratorTypes } from './decorator-types.ts'

const SEVERITY = 'org.graylog2.decorators.SyslogSeverityMapperDecorator'
const FORMAT = 'org.graylog2.decorators.FormatStringDecorator'
const LINK = 'org.graylog2.decorators.LinkFieldDecorator'

const use = { caller: undefined, signal: new AbortController().signal }
const decorateMessages = (
  hits: readonly MessageHit[],
  decorators: readonly Decorator[],
  types: readonly DecoratorType[] = [],
) => createDecoration({ types: createDecoratorTypes(types), log: createLog('off') }).hits(hits, decorators, use)

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
const decorated = async (
  fields: Readonly<Record<string, unknown>>,
  type: string,
  config: Readonly<Record<string, unknown>>,
) => (await decorateMessages([hit(fields)], [{ type, config }]))[0]

test.each([
  [0, 'Emergency (0)'],
  ['1', 'Alert (1)'],
  [2, 'Critical (2)'],
  [3, 'Error (3)'],
  [4, 'Warning (4)'],
  [5, 'Notice (5)'],
  [6, 'Informational (6)'],
  ['7', 'Debug (7)'],
])('severity %j is %s', async (level, severity) => {
  const found = await decorated({ level }, SEVERITY, { source_field: 'level', target_field: 'severity' })
  expect(found?.message['severity']).toBe(severity)
  expect(found?.decoration_stats).toEqual({ added_fields: { severity }, changed_fields: {}, removed_fields: {} })
})

test.each([8, -1, 'x', '07', 1.5, undefined, [3, 4]])('%j is not a severity', async (level) => {
  const found = await decorated(level === undefined ? {} : { level }, SEVERITY, {})
  expect(found?.message).not.toHaveProperty('severity')
  expect(found?.decoration_stats).toEqual({ added_fields: {}, changed_fields: {}, removed_fields: {} })
})

test('a changed field is reported with its original value', async () => {
  const found = await decorated({ level: 3 }, SEVERITY, { source_field: 'level', target_field: 'level' })
  expect(found?.message['level']).toBe('Error (3)')
  expect(found?.decoration_stats).toEqual({ added_fields: {}, changed_fields: { level: 3 }, removed_fields: {} })
})

test.each([
  ['${source} - ${message}', 'web-1 - hello'],
  ['[${ took }] ${missing}|', '[12] |'],
  ['${list} ${big} ${flag}', '[a, 1] 9007199254740993 false'],
  ['${constructor}${__proto__} $message {source}', ' $message {source}'],
  ['${a}', '$& ${source}'],
])('"%s" becomes "%s"', async (format_string, text) => {
  const fields = { took: 12, list: ['a', 1], big: 9007199254740993n, flag: false, a: '$& ${source}' }
  const found = await decorated(fields, FORMAT, { format_string, target_field: 'text' })
  expect(found?.message['text']).toBe(text)
})

test('a format can require all of its fields', async () => {
  const config = { format_string: '${source} ${missing}', target_field: 'text', require_all_fields: true }
  expect((await decorated({}, FORMAT, config))?.message).not.toHaveProperty('text')
  expect((await decorated({ missing: 1 }, FORMAT, config))?.message['text']).toBe('web-1 1')
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
])('%j is a link: %s', async (url, isLink) => {
  const found = await decorated({ url }, LINK, { link_field: 'url' })
  expect(found?.message['url']).toEqual(isLink ? { type: 'a', href: url } : url)
})

test('decorators are applied in order, unknown types are ignored', async () => {
  const [found] = await decorateMessages(
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

test('without a known decorator there are no stats', async () => {
  const [found] = await decorateMessages([hit({})], [{ type: 'of.another.time', config: {} }])
  expect(found?.decoration_stats).toBeNull()
})

const FAILING: DecoratorType = {
  type: 'failing',
  name: 'Failing',
  configuration: () => ({}),
  create: () => async () => {
    throw new Error('out of order')
  },
}
const CREATING: DecoratorType = {
  type: 'creating',
  name: 'Creating',
  configuration: () => ({}),
  create: () => async (messages) =>
    messages.map((message) => ({ message, created: [{ ...message, _id: `${message._id}-2`, level: 3 }] })),
}
const SEVERITY_OF_LEVEL = { type: SEVERITY, config: {} }

test('a failing decorator is skipped', async () => {
  const decorators = [{ type: 'failing', config: {} }, SEVERITY_OF_LEVEL]
  const [found] = await decorateMessages([hit({ level: 3 })], decorators, [FAILING])
  expect(found?.decoration_stats?.added_fields).toEqual({ severity: 'Error (3)' })
})

test('messages that a decorator creates follow theirs, and later decorators see them', async () => {
  const hits = [hit({ level: 0 }), { ...hit({ level: 1 }), message: { ...hit({ level: 1 }).message, _id: 'b' } }]
  const found = await decorateMessages(hits, [{ type: 'creating', config: {} }, SEVERITY_OF_LEVEL], [CREATING])
  expect(found.map(({ message, index }) => [message._id, index, message['severity']])).toEqual([
    ['id', 'graylog_0', 'Emergency (0)'],
    ['id-2', '[created from decorator]', 'Error (3)'],
    ['b', 'graylog_0', 'Alert (1)'],
    ['b-2', '[created from decorator]', 'Error (3)'],
  ])
  expect(found.map(({ decoration_stats }) => decoration_stats === null)).toEqual([false, true, false, true])
})
