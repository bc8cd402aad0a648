/**
 * Holds the texts of the product to plain words: catalogues of the console, texts of the server, documents, the
 * changelog, comments and titles of tests.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { isScalar, parseAllDocuments, visit } from 'yaml'

const ROOT = join(import.meta.dirname, '..')

/** A word or shape that readers stumble over, and its replacement. */
interface Rule {
  readonly found: RegExp
  readonly instead: string
}

const WORDS: readonly Rule[] = [
  { found: /\banew\b/i, instead: 'again, or the verb with re-' },
  { found: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { found: /\bwhoever\b/i, instead: 'a user, anyone who' },
  { found: /\b(nobody|somebody)\b/i, instead: 'no one, another user' },
  { found: /\bsuch an?\b/i, instead: 'this, or the noun' },
  { found: /\bthere is not\b/i, instead: 'no, unknown' },
  { found: /\bin hand\b/i, instead: 'in progress, pending' },
  { found: /\bwithin each other\b/i, instead: 'nested' },
  { found: /\b(is told|told of|tells? of)\b/i, instead: 'is shown, is logged' },
  { found: /\bstands? (between|before|behind|here|for)\b/i, instead: 'is, precedes, means' },
  { found: /\b(have|has) come\b/i, instead: 'arrived, new' },
  { found: /\b(find|finds|found) out\b/i, instead: 'check, detect' },
  { found: /\bput .{0,40}\btogether\b/i, instead: 'define, combine' },
  { found: /\bby (itself|themselves)\b/i, instead: 'automatically' },
  { found: /\bis no (number|date|time|value|action|record|json)\b/i, instead: 'is not a …' },
  { found: /\bgone for good\b/i, instead: 'permanently deleted' },
  { found: /\b(be|is|are) looked (at|for)\b/i, instead: 'inspected, searched' },
]

const SHAPES: readonly Rule[] = [
  { found: /^(What|Who|Where|Whether)\b(?!.*\?)/, instead: 'a noun, or a verb first' },
  { found: /\b(his|him)\b|\bhe (is|was|has|may|can|must|does)\b/i, instead: 'the user, the client' },
]

/** Names that begin with a capital letter within a sentence. */
const NAMES = new Set(
  'Admin Beats ClickHouse Ctrl Enter English Graylog Grok Java Logyard Markdown MaxMind NetFlow OpenLDAP OpenTelemetry Reader Shift Spamhaus Tab Tor'.split(
    ' ',
  ),
)

/** Notices and labels that the contract quotes word for word, capital letters included. */
const QUOTED = new RegExp(
  [
    '\\.toast\\.',
    '^gettingStarted\\.dismiss\\.failed$',
    '^search\\.export\\.(failed|tableFailed)$',
    '^dashboards\\.pages\\.copyOf$',
    '^extractors\\.(type|converter)\\.',
    // Lists of products that send.
    '^inputs\\.type\\.',
    '^extractors\\.setting\\.timeZone$',
    '^parsing\\.extract\\.type\\.',
    '^grok\\.(samples|test\\.title|test\\.error)$',
    '^alerts\\.(noDefinitions|find|none|key\\.noneSet|fields\\.none)',
    '^definitions\\.(bulk\\.\\w+\\.failed|type\\.aggregation-v1|notifications\\.(unknown|nothing)|problem\\.\\w+)$',
    '^whitelist\\.(addUrl|disable|add)$',
  ].join('|'),
)

const catalogueTexts = () =>
  globSync('console/src/messages/en/*.json', { cwd: ROOT }).flatMap((file) => {
    const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
    return Object.entries(texts).map(([key, text]) => ({ at: key, text }))
  })

/** The texts of forms that the server describes. */
function formTextsOf(file: string): { at: string; text: string }[] {
  const texts: { at: string; text: string }[] = []
  new Visitor({
    Property({ key, value }) {
      const isText = value.type === 'Literal' && typeof value.value === 'string'
      if (key.type !== 'Identifier' || !isText || !['label', 'help', 'section'].includes(key.name)) return
      texts.push({ at: `${file}.${key.name}`, text: String(value.value) })
    },
  }).visit(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program)
  return texts
}

const formTexts = () =>
  globSync('server/src/{lookup/{adapters,caches},event-notifications/types}/*.ts', { cwd: ROOT }).flatMap(formTextsOf)

/** Literals of three words and more: shorter ones are names. */
const isSentence = (text: string) => text.trim().split(/\s+/).length >= 3

const isStatement = (text: string) => /\b(SELECT|INSERT|CREATE|ALTER|FROM|WHERE)\b/.test(text)

function literalsOf(file: string): { at: string; text: string }[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const texts: { at: string; text: string }[] = []
  const add = (text: string) => {
    if (isSentence(text) && !isStatement(text)) texts.push({ at: file, text })
  }
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') add(value)
    },
    TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked ?? value.raw).join('…')),
  }).visit(parseSync(file, source).program)
  return texts
}

const sourceTexts = () =>
  globSync('{server,contract,codecs,languages,engine,terminal,bin}/**/*.ts', {
    cwd: ROOT,
    exclude: (name) => name.includes('node_modules') || name.endsWith('.test.ts') || name.endsWith('/testing'),
  }).flatMap(literalsOf)

const SHOWN = new Set(['title', 'summary', 'description', 'text'])

/** Texts in the packs of the gallery and of the demo. */
const objectTexts = () =>
  globSync('{server,bin}/**/*.yaml', { cwd: ROOT, exclude: (name) => name.includes('node_modules') }).flatMap(
    (file) => {
      const texts: { at: string; text: string }[] = []
      for (const document of parseAllDocuments(readFileSync(join(ROOT, file), 'utf8'))) {
        visit(document, {
          Pair: (_, { key, value }) => {
            const isShown = isScalar(key) && SHOWN.has(String(key.value))
            if (isShown && isScalar(value)) texts.push({ at: file, text: String(value.value) })
          },
        })
      }
      return texts
    },
  )

const documentTexts = () =>
  globSync(['README.md', 'ARCHITECTURE.md', 'docs/*.md', 'changelog/unreleased/*.md'], { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .replaceAll(/```.*?```/gs, '')
      .split('\n')
      .map((text, line) => ({ at: `${file}:${line + 1}`, text })),
  )

/** Words that comments and titles of tests avoid too. */
const EVERYWHERE = WORDS.slice(0, 3)
/** Beginnings of comments that lack the noun of their member. */
const STARTS: readonly Rule[] = [
  { found: /^\W+Of\b/, instead: 'the noun first, such as “Rows per commit”' },
  {
    found: /^\/\*\*? By (the |its )?(\w+ )?(ids?|names?|titles?|types?|fields?|keys?|hash)\b/,
    instead: '“Sorted by name”, “Rows by id”',
  },
]
const IS_COMMENT_OR_TITLE = /^\s*(\/\/|\/?\*)|\b(test|describe)(\.\w+)*\(/

const sourceFiles = () =>
  globSync('{server,contract,codecs,languages,engine,terminal,bin,console,bench,e2e}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: (name) => name.includes('node_modules') || name.endsWith('plain-words.test.ts'),
  }).map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))

const sourceLines = () =>
  sourceFiles().flatMap(({ file, source }) =>
    source
      .split('\n')
      .flatMap((text, line) => (IS_COMMENT_OR_TITLE.test(text) ? [{ at: `${file}:${line + 1}`, text }] : [])),
  )

/** Lines that begin a comment: further lines of it may begin with any word. */
const COMMENT_START = /\/\*\*?\s+(?:\* )?.*|(?<!\/\/.*\n[ \t]*)\/\/ .*/g

const commentStarts = () =>
  sourceFiles().flatMap(({ file, source }) =>
    Array.from(source.matchAll(COMMENT_START), ({ 0: text, index }) => ({
      at: `${file}:${source.slice(0, index).split('\n').length}`,
      text: text.replaceAll(/\s+/g, ' '),
    })),
  )

const violations = (texts: readonly { at: string; text: string }[], rules: readonly Rule[]) =>
  texts.flatMap(({ at, text }) =>
    rules.filter(({ found }) => found.test(text)).map(({ instead }) => `${at}: “${text}”; use: ${instead}`),
  )

test('the texts of the console use plain words', () => {
  expect(violations(catalogueTexts(), [...WORDS, ...SHAPES])).toEqual([])
})

/** Later words of a sentence that begin with a capital letter. Values and quotations are left out. */
function capitalized(text: string): string[] {
  let plain = text.replaceAll(/“[^”]*”|<[^>]*>|Active Directory/g, 'x')
  for (let longer = ''; longer !== plain; ) {
    longer = plain
    plain = plain.replaceAll(/\{[^{}]*\}/g, 'x')
  }
  return plain
    .split(/[.:!?…]\s|\n| [-/] /)
    .flatMap((sentence) => (sentence.match(/[A-Za-z][\w'-]*/g) ?? []).slice(1))
    .filter((word) => /^[A-Z][a-z]/.test(word) && !NAMES.has(word))
}

test('the texts of the console and of forms are in sentence case', () => {
  const found = [...catalogueTexts(), ...formTexts()]
    .filter(({ at, text }) => !QUOTED.test(at) && capitalized(text).length > 0)
    .map(({ at, text }) => `${at}: “${text}”`)
  expect(found).toEqual([])
})

test('a help text of the console or of a form has at most twenty words', () => {
  const long = [...catalogueTexts(), ...formTexts()]
    .filter(({ at, text }) => /\.help(\.[\w-]+)?$/.test(at) && text.split(/\s+/).length > 20)
    .map(({ at, text }) => `${at}: “${text}”`)
  expect(long).toEqual([])
})

test('errors, descriptions and the demo use plain words', () => {
  const ofObjects = objectTexts()
  expect(ofObjects.length).toBeGreaterThan(300)
  expect(violations([...sourceTexts(), ...ofObjects], [...WORDS, ...SHAPES])).toEqual([])
})

test('the documents and the changelog use plain words', () => {
  expect(violations(documentTexts(), WORDS)).toEqual([])
})

test('comments and titles of tests use plain words', () => {
  expect(violations(sourceLines(), EVERYWHERE)).toEqual([])
})

test('a comment on a member starts with its noun', () => {
  expect(violations(commentStarts(), STARTS)).toEqual([])
})
