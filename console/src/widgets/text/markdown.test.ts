import { expect, test } from 'vitest'
import { type Inline, parseMarkdown } from './markdown.ts'

const inline = (text: string): readonly Inline[] => {
  const [block] = parseMarkdown(text)
  return block?.kind === 'paragraph' ? block.children : []
}
const plain = (text: string) => ({ kind: 'text', text })

test('recognises blocks of all kinds', () => {
  const text =
    '# One\n\ntwo\nlines\n\n- a\n- b\n  - c\n\n3. x\n\n> quoted\n\n```js\n# no heading\n```\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |'
  expect(parseMarkdown(text).map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'quote',
    'code',
    'rule',
    'table',
  ])
})

test('lists nest, and numbered lists start at their first number', () => {
  expect(parseMarkdown('- a\n  - b\n- c')).toMatchObject([
    { kind: 'list', isOrdered: false, items: [[{ kind: 'paragraph' }, { kind: 'list' }], [{ kind: 'paragraph' }]] },
  ])
  expect(parseMarkdown('3. x\n4. y')).toMatchObject([{ kind: 'list', isOrdered: true, start: 3 }])
})

test('emphasis, code, links and escapes', () => {
  expect(inline('**b** *i* `c*` ~~s~~')).toMatchObject([
    { kind: 'strong', children: [plain('b')] },
    plain(' '),
    { kind: 'emphasis', children: [plain('i')] },
    plain(' '),
    { kind: 'code', text: 'c*' },
    plain(' '),
    { kind: 'struck' },
  ])
  expect(inline('[docs](https://example.org/a) or https://example.org/b.')).toMatchObject([
    { kind: 'link', href: 'https://example.org/a', children: [plain('docs')] },
    plain(' or '),
    { kind: 'link', href: 'https://example.org/b' },
    plain('.'),
  ])
  expect(inline('\\*no\\*')).toEqual([plain('*'), plain('no'), plain('*')])
})

test.each(['[x](javascript:alert(1))', '[x](JaVaScRiPt:x)', '[x](data:text/html,1)', '[x](//evil.example)'])(
  '%s is no link',
  (text) => {
    expect(JSON.stringify(parseMarkdown(text))).not.toContain('"link"')
  },
)

test('HTML stays text', () => {
  expect(inline('<img src=x onerror=alert(1)>')).toEqual([plain('<img src=x onerror=alert(1)>')])
})

test('long and hostile texts are parsed quickly', () => {
  const cpuBefore = process.threadCpuUsage()
  for (const text of [
    '*'.repeat(20_000),
    '['.repeat(20_000),
    '`'.repeat(20_001),
    '> '.repeat(5_000),
    '- '.repeat(5_000),
    '_a '.repeat(5_000),
  ])
    parseMarkdown(text)
  expect(process.threadCpuUsage(cpuBefore).user).toBeLessThan(2_000_000)
})
