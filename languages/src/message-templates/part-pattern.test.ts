import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { BUILT_IN_PATTERNS } from '../grok/built-in-patterns.ts'
import { compileGrok } from '../grok/compile-grok.ts'
import { partPatterns } from './part-pattern.ts'
import { createTemplateHash, hashOfTemplate, templateOf } from './template.ts'
import { createRandom, LINE_STYLES, type LineStyle } from './testing/log-lines.ts'
import { unifyTemplates } from './unify-templates.ts'

const LINES = 300

/** Reads the part that has the values, with the patterns of the templates of all lines. */
function readerOf(lines: readonly { readonly text: string; readonly value: string }[]) {
  const templates = [...new Set(lines.map(({ text }) => templateOf(text)))]
  const { places, tokenize, valuesOf } = unifyTemplates(templates)
  const part = places.findIndex((_, at) => lines.every(({ text, value }) => valuesOf(text)?.[at] === value))
  if (part === -1) throw new Error(`no part has the values: ${templates.join(' | ')}`)
  const tokenized = templates.map((text) => ({ hash: text, text, tokens: tokenize(text) }))
  const patterns = partPatterns(tokenized, places[part] ?? 0).map(({ hashes, pattern }) => ({
    hashes,
    compiled: RE2JS.compile(pattern),
  }))
  return {
    patterns,
    read(text: string): string | undefined {
      const matcher = patterns.find(({ hashes }) => hashes.includes(templateOf(text)))?.compiled.matcher(text)
      return matcher?.find() === true ? (matcher.group(1) ?? undefined) : undefined
    },
  }
}

describe.each(LINE_STYLES.map((style) => [style.name, style] as const))('%s', (_, style: LineStyle) => {
  const random = createRandom(17)
  const lines = Array.from({ length: LINES }, () => style.make(random))

  test('the patterns take out what the grok pattern takes out', () => {
    const grok = compileGrok(style.grok, BUILT_IN_PATTERNS, { namedCapturesOnly: true, zone: 'UTC' })
    // Lines of one statement: some styles have several.
    const byShape = Map.groupBy(lines, ({ text }) => unifyTemplates([templateOf(text)]).text)
    for (const alike of byShape.values()) {
      const { read } = readerOf(alike)
      for (const { text, value } of alike) {
        expect(read(text), text).toBe(value)
        expect(grok.match(text)?.get('value'), text).toBe(value)
      }
    }
  })
})

test.each([
  { of: 'names of users', lines: ['bob', 'ada', 'u7', 'x.y'], write: (value: string) => `login of ${value}: ok 5` },
  { of: 'words before the end', lines: ['bob', 'ada', 'u7', 'x.y'], write: (value: string) => `bye ${value}.` },
  { of: 'quoted texts', lines: ['a b', "it's", '5', 'a=1, b'], write: (value: string) => `said "${value}" to 5` },
  { of: 'apostrophes', lines: ["it's", 'a b', '5'], write: (value: string) => `isn't '${value}' 5` },
  { of: 'other alphabets', lines: ['größe17', '東京5', '😀5'], write: (value: string) => `(x) ${value} $^.*` },
  { of: 'signs', lines: ['5', '-5', '+7'], write: (value: string) => `value=${value};` },
])('$of are taken out whole', ({ lines, write }) => {
  const written = lines.map((value) => ({ value, text: write(value) }))
  const { read } = readerOf(written)
  for (const { value, text } of written) expect(read(text), text).toBe(value)
})

test('templates that differ in words have one pattern', () => {
  const names = ['ada', 'bob', 'carol', 'user7']
  const lines = names.map((name, at) => ({ text: `login of ${name} from 10.0.0.${at} took ${at}ms`, value: `${at}ms` }))
  expect(readerOf(lines).patterns).toHaveLength(1)
})

test('spaces and control characters between words do not matter', () => {
  const { read } = readerOf([{ text: 'took 5 ms', value: '5' }])
  expect(read('  took\t\n 77  ms')).toBeUndefined()
  expect(read('took\t\u0000 77  ms')).toBe('77')
})

test('a template has the hash of its messages', () => {
  const hash = createTemplateHash()
  const random = createRandom(3)
  for (const style of LINE_STYLES) {
    const { text } = style.make(random)
    expect(hashOfTemplate(templateOf(text))).toEqual(hash(text))
  }
})
