import { expect, test } from 'vitest'
import { createTemplateHash, MAX_TEMPLATE_LENGTH, masksOf, templateOf } from './template.ts'

const hashTemplate = createTemplateHash()

test.each([
  { text: 'GET /api/orders/4711/items took 12ms', template: 'GET /api/orders/*/items took *' },
  { text: 'from 10.0.0.1:8080 to [fe80::1]', template: 'from * to [*]' },
  { text: 'session 550e8400-e29b-41d4-a716-446655440000 ended', template: 'session * ended' },
  { text: 'at 2026-03-01T09:00:00.000Z.', template: 'at *.' },
  { text: 'at 2026-03-01 09:00:00,123', template: 'at * *,*' },
  { text: 'commit deadbeefcafe pushed, face the cafe', template: 'commit * pushed, face the cafe' },
  { text: 'user-17 said "hello there"', template: '* said "*"' },
  { text: `it's 'quoted text' here, don't`, template: `it's '*' here, don't` },
  { text: '{"user":"ada","count":17}', template: '{"user":"*","count":*}' },
  { text: 'level=info   status=200\n\tdone', template: 'level=info status=* done' },
  { text: 'unclosed "quote', template: 'unclosed "quote' },
  { text: 'größe 17 ümläut', template: 'größe * ümläut' },
  { text: '', template: '' },
])('$text', ({ text, template }) => {
  expect(templateOf(text)).toBe(template)
})

test('messages with the same template have the same hash, others do not', () => {
  const texts = Array.from(
    { length: 100 },
    (_, number) => `user ${number} took ${number * 7}.5 ms from 10.0.0.${number}`,
  )
  expect(new Set(texts.map((text) => JSON.stringify(hashTemplate(text)))).size).toBe(1)
  const others = Array.from({ length: 2000 }, (_, number) => `event ${String.fromCharCode(0x4e00 + number)}`)
  expect(new Set(others.map((text) => JSON.stringify(hashTemplate(text)))).size).toBe(2000)
})

test('the hash never changes, because stored messages hold it', () => {
  expect(hashTemplate('user 1 took 2 ms')).toEqual(hashTemplate('user 99 took 17.25 ms'))
  expect(hashTemplate('user 1 took 2 ms')).toEqual({ high: 3519815012, low: 791267686 })
})

test('a template has a maximum length, and only the beginning of a very long text is read', () => {
  expect(templateOf('word '.repeat(10_000)).length).toBe(MAX_TEMPLATE_LENGTH)
  expect(hashTemplate('word '.repeat(10_000))).toEqual(hashTemplate('word '.repeat(20_000)))
  expect(templateOf('1'.repeat(1_000_000))).toBe('*')
})

test('masks have positions in text and template; asterisks in the text itself are not masks', () => {
  const text = 'glob * of order-17 said "hello there"'
  const template = templateOf(text)
  expect(template).toBe('glob * of * said "*"')
  expect(masksOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(['order-17', 'hello there'])
  expect(masksOf(text).map(({ position }) => position)).toEqual([10, 18])
  for (const { position } of masksOf(text)) expect(template[position]).toBe('*')
})
