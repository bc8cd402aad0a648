import { expect, test } from 'vitest'
import { compileRule } from './compile-rule.ts'
import { parsePipeline } from './parse-pipeline.ts'
import { parseRule } from './parse-rule.ts'
import { parseRuleTree } from './parse-rule-tree.ts'
import type { RuleValue } from './rule-values.ts'
import { createRandom, type Random, RuleGenerator } from './testing/random-rule.ts'
import { SlowRule } from './testing/slow-rule.ts'
import { stubFunctions } from './testing/stub-functions.ts'
import { testRun } from './testing/test-run.ts'
import { RuleJson } from './values/rule-json.ts'

const RULES = 1000
const MUTATIONS = 1000
const MAX_PARSE_MS = 1500

const library = { functions: stubFunctions, tools: null }

const messages: readonly Readonly<Record<string, RuleValue>>[] = [
  {},
  {
    n: 42n,
    d: 2.5,
    s: 'text',
    b: true,
    list: ['a', 1n],
    map: new Map<string, RuleValue>([['k', 'v']]),
    json: new RuleJson({ k: [1, 2] }),
    'my field': '7',
    quoted: false,
  },
]

/** What an action gives: the text `failed` if it throws. */
function outcome<Value>(act: () => Value): Value | 'failed' {
  try {
    return act()
  } catch {
    return 'failed'
  }
}

test('compiled rules do what a slow and simple interpreter of the same tree does', () => {
  const generator = new RuleGenerator(createRandom(20_261_123))
  let accepted = 0
  let matching = 0
  let failing = 0
  for (let n = 0; accepted < RULES && n < RULES * 4; n++) {
    const source = generator.rule()
    const compiled = compileRule(source, library)
    const parsed = parseRuleTree(source)
    if (!compiled.ok || !parsed.ok) continue
    accepted++
    for (const fields of messages) {
      const [fast, slow] = [testRun(fields), testRun(fields)]
      const slowRule = new SlowRule(parsed.tree, slow)
      const [isMatch, isSlowMatch] = [outcome(() => compiled.rule.matches(fast)), outcome(() => slowRule.matches())]
      // A condition of no Boolean type never matches and is not evaluated.
      expect(
        isMatch === false ? isSlowMatch === false || isSlowMatch === 'failed' : isMatch === isSlowMatch,
        source,
      ).toBe(true)
      const [done, slowDone] = [outcome(() => compiled.rule.execute(fast)), outcome(() => slowRule.execute())]
      expect([done, fast.fields], source).toEqual([slowDone, slow.fields])
      if (isMatch === true) matching++
      if (done === 'failed') failing++
    }
  }
  expect(accepted).toBe(RULES)
  expect(matching).toBeGreaterThan(RULES / 4)
  expect(failing).toBeGreaterThan(RULES / 20)
})

const PIECES = [
  ...[
    'rule',
    'pipeline',
    'stage',
    'when',
    'then',
    'end',
    'let',
    'match',
    'all',
    'either',
    'and',
    'or',
    'not',
    'during',
  ],
  ...[
    '"',
    '"a"',
    '"\\',
    "'",
    '`',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    ';',
    '.',
    '=',
    '==',
    '!=',
    '<',
    '!',
    '&&',
    '||',
  ],
  ...[
    '+',
    '-',
    '*',
    '/',
    '%',
    '//',
    '/*',
    '*/',
    '$message',
    '$',
    'x',
    '1',
    '-1',
    '1.',
    '.5',
    '0x',
    '1e',
    '\n',
    '\r',
    ' ',
  ],
  ...['\u0000', 'ä', '\ud83d', 'set_field(', 'true', 'null', '\\'],
]

const randomSource = (random: Random): string =>
  Array.from({ length: random(30) }, () => PIECES[random(PIECES.length)] ?? '').join(random(2) === 0 ? ' ' : '')

function mutated(source: string, random: Random): string {
  let text = source
  for (let n = random(3); n >= 0; n--) {
    const [from, length] = [random(text.length + 1), random(8)]
    const piece =
      random(3) === 0 ? text.slice(random(text.length), random(text.length)) : (PIECES[random(PIECES.length)] ?? '')
    text = text.slice(0, from) + (random(3) === 0 ? '' : piece) + text.slice(from + length)
  }
  return text
}

function expectSoundErrors(source: string): void {
  const lines = source.split('\n')
  for (const parsed of [parseRule(source, library), parsePipeline(source)]) {
    const errors = parsed.ok ? [] : parsed.errors
    expect(parsed.ok || errors.length > 0, source).toBe(true)
    for (const { line, position_in_line, reason } of errors) {
      expect(reason, source).not.toMatch(/undefined|\[object|cannot be read/)
      expect(position_in_line >= 0 && position_in_line <= (lines[line - 1]?.length ?? -1), source).toBe(true)
    }
  }
}

test('any text is a rule or has errors with places in it', () => {
  const random = createRandom(7)
  const generator = new RuleGenerator(random)
  for (let n = 0; n < MUTATIONS; n++) {
    expectSoundErrors(randomSource(random))
    expectSoundErrors(mutated(generator.rule(), random))
    expectSoundErrors(mutated('pipeline "a" stage 0 match all rule "b"; rule "c" stage -1 match either end', random))
  }
})

const MAX = 100_000
const started = 'rule "a" when '

test.each([
  ['brackets', started + '('.repeat(MAX)],
  ['closed brackets', `${started}${'('.repeat(40_000)}true${')'.repeat(40_000)} then end`],
  ['lists', started + '['.repeat(MAX)],
  ['calls', started + 'f('.repeat(MAX)],
  ['signs', `${started}${'- '.repeat(40_000)}1 then end`],
  ['negations', `${started}${'not '.repeat(20_000)}true then end`],
  ['sums', `${started}1${' + 1'.repeat(20_000)} == 1 then end`],
  ['properties', `${started}$message${'.a'.repeat(40_000)} == 1 then end`],
  ['indices', `${started}$message.a${'["a"]'.repeat(15_000)} == 1 then end`],
  ['open quotes', '"'.repeat(MAX)],
  ['an open text', `${started}"${'\\\\'.repeat(40_000)}`],
  ['open comments', '/*'.repeat(MAX / 2)],
  ['open comments with blanks', '/* '.repeat(33_000)],
  ['escaped quotes', `"${'\\"'.repeat(33_000)}`],
  ['escaped apostrophes', `'${"\\'".repeat(33_000)}`],
  ['items', `${started}[1${',1'.repeat(45_000)}] == 1 then end`],
  ['arguments', `${started}f(1${',1'.repeat(45_000)}) then end`],
  ['differences of texts', `${started}true then ${'set_field("a", "b" - "c");\n'.repeat(3500)}end`],
  ['stars', `/*${'*'.repeat(MAX - 10)}`],
  ['backticks', '`'.repeat(MAX)],
  ['digits', `${started}${'9'.repeat(90_000)} == 1 then end`],
  ['underscores', `${started}1${'_'.repeat(90_000)} == 1 then end`],
  ['unknown functions', `${started}true then ${'f();\n'.repeat(15_000)}end`],
  ['variables', `${started}true then ${'let a = a;\n'.repeat(8000)}end`],
  ['a late mistake', `${started}true then ${'set_field("a", 1);\n'.repeat(1000)} x`],
  ['stages', `pipeline "a" ${'stage 1 match all '.repeat(5000)} end`],
  ['too much', ' '.repeat(MAX + 1)],
])('a source of many %s is parsed in bounded time', (_, source) => {
  const before = process.threadCpuUsage()
  expectSoundErrors(source.slice(0, MAX + 1))
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(MAX_PARSE_MS)
})
