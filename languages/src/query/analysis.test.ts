import { expect, test } from 'vitest'
import { analyzeText, locateWords } from './analysis.ts'
import { findAnalyzer } from './analyzers.ts'

test.each([
  ['foo-bar', ['foo', 'bar']],
  ['foo_bar __ _a', ['foo_bar', '_a']],
  ['10.0.0.1', ['10.0.0.1']],
  ['example.com', ['example.com']],
  ['user@example.com', ['user', 'example.com']],
  ['key=value', ['key', 'value']],
  ['/var/log/x.log', ['var', 'log', 'x.log']],
  ["don't 'quoted' end.", ["don't", 'quoted', 'end']],
  ['Failed SSH-Login für Ödön', ['failed', 'ssh', 'login', 'für', 'ödön']],
  ['web01.example.com v1.2 1,5 a,b 1:2 a:b', ['web01', 'example.com', 'v1.2', '1,5', 'a', 'b', '1', '2', 'a:b']],
  ['日本 ひら テストab 한국어', ['日', '本', 'ひ', 'ら', 'テスト', 'ab', '한국어']],
  ['ภาษาไทย abc', ['ภาษาไทย', 'abc']],
  ['it 🔥🔥 👩‍💻 ± ½', ['it', '🔥', '🔥', '👩‍💻']],
  ['', []],
  [' -=/ ', []],
])('%j has the words %j', (text, words) => {
  expect(analyzeText(text)).toEqual(words)
})

test('words end at the word boundaries of Unicode', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
  const characters = "ab1_.,:;'- @/=\u2019\u00e9\u0301\u00ad\u03bb\u0663"
  let state = 5
  for (let round = 0; round < 20_000; round++) {
    let text = ''
    for (let left = round % 11; left >= 0; left--) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      text += characters[(state >>> 8) % characters.length] ?? ''
    }
    const segments = Array.from(segmenter.segment(text), ({ segment }) => segment)
    const words = segments.filter((segment) => /[\p{L}\p{N}]/u.test(segment)).map((word) => word.toLowerCase())
    expect(analyzeText(text), JSON.stringify(text)).toEqual(words)
  }
})

test('words have their offsets, and stop words a position', () => {
  expect(locateWords('The Fox', 'stop')).toEqual([
    { text: '', from: 0, to: 3 },
    { text: 'fox', from: 4, to: 7 },
  ])
  expect(locateWords('a 𝄞b-C')).toEqual([
    { text: 'a', from: 0, to: 1 },
    { text: 'b', from: 4, to: 5 },
    { text: 'c', from: 6, to: 7 },
  ])
})

test('a word is split after 255 characters, never within a surrogate pair', () => {
  expect(analyzeText('x'.repeat(600)).map(({ length }) => length)).toEqual([255, 255, 90])
  expect(analyzeText(`${'x'.repeat(254)}𐐀y`).map(({ length }) => length)).toEqual([254, 3])
})

test('the keyword analyzer uses the start of a text', () => {
  expect(analyzeText(`${'x'.repeat(8190)}𐐀y`, 'keyword').map(({ length }) => length)).toEqual([8190])
  expect(analyzeText('x'.repeat(8191), 'keyword').map(({ length }) => length)).toEqual([8191])
})

test.each([
  ['simple', "Don't stop 2day", ['don', 't', 'stop', 'day']],
  ['stop', 'The end is not near', ['end', 'near']],
  ['whitespace', ' Foo-Bar  x=Y ', ['Foo-Bar', 'x=Y']],
  ['keyword', 'Foo Bar', ['Foo Bar']],
  ['keyword', '', []],
] as const)('%s: %j', (analyzer, text, words) => {
  expect(analyzeText(text, analyzer)).toEqual(words)
})

test('a language name means the standard analyzer', () => {
  expect([findAnalyzer('english'), findAnalyzer('whitespace')]).toEqual(['standard', 'whitespace'])
})

test('long texts are analyzed in linear time', () => {
  for (const piece of ['a', '_', 'a.', "'", 'a.\u0301', '1,', '🔥']) {
    const cpuBefore = process.threadCpuUsage()
    analyzeText(piece.repeat(300_000))
    expect(process.threadCpuUsage(cpuBefore).user, piece).toBeLessThan(3_000_000)
  }
})
