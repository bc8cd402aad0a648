import { expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { applyFix } from './query-fix.ts'
import { queryInWords } from './testing/query-in-words.ts'

const parse = (text: string, allowLeadingWildcard = false) => parseQuery(text, { allowLeadingWildcard })
const inWords = (text: string) => {
  const parsed = parse(text)
  return parsed.ok ? queryInWords(parsed.tree) : parsed.errors.map(({ message }) => message).join('; ')
}

test.each([
  ['', 'all'],
  [' \n\t', 'all'],
  ['*', 'all'],
  ['*:*', 'all'],
  ['(*)', 'all'],
  ['[* TO *]', 'all'],
  // Operators
  ['a OR b', "('a' 'b')"],
  ['a || b', "('a' 'b')"],
  ['a AND b', "(+'a' +'b')"],
  ['a && b', "(+'a' +'b')"],
  ['a&&b||c', "(+'a' +'b' 'c')"],
  ['a AND b OR c', "(+'a' +'b' 'c')"],
  ['a OR b AND c', "(+'b' +'c' 'a')"],
  ['(a OR b) AND c', "(+('a' 'b') +'c')"],
  ['NOT a', "(-'a')"],
  ['!a', "(-'a')"],
  ['- a', "(-'a')"],
  ['+a b -c', "(+'a' 'b' -'c')"],
  ['a AND NOT b', "(+'a' -'b')"],
  ['NOT a AND b', "(+'b' -'a')"],
  ['a OR NOT b', "('a' -'b')"],
  ['NOT (NOT a)', "(-(-'a'))"],
  ['((a))', "'a'"],
  ['foo and login or not x', "'foo and login or not x'"],
  ['ANDROID NOTE ORDER', "'ANDROID NOTE ORDER'"],
  // Words
  ['ssh login', "'ssh login'"],
  ['ssh \u3000 login', "'ssh login'"],
  ['ssh login AND root', "(+'ssh login' +'root')"],
  ['-ssh login again', "('login again' -'ssh')"],
  ['foo-bar+baz', "'foo-bar+baz'"],
  ['R&D & |x& y|', "'R&D & |x& y|'"],
  ['a\\&\\&b', "'a&&b'"],
  ['AND& NOT| x', "'AND& NOT| x'"],
  ['a&&b !c', "(+'a' +'b' -'c')"],
  ['My\\ App', "'My App'"],
  ['a\\:b\\*\\?\\"\\(\\)\\[\\]\\{\\}\\^\\~\\!\\/\\\\', `'a:b*?"()[]{}^~!/\\'`],
  ['\\AND', "'AND'"],
  ['größe 日本', "'größe 日本'"],
  ['>10 <b> = c', "'>10 <b> = c'"],
  ['a^2 b^0.5 c', "'a b c'"],
  ['a b~ c', "('a' f(b)0 'c')"],
  // Fields
  ['source:web-01', "source='web-01'"],
  ['source: web-01', "source='web-01'"],
  ['message:ssh login', "(message='ssh' 'login')"],
  ['message:ssh login again', "(message='ssh' 'login again')"],
  ['field:(a OR b)', "(field='a' field='b')"],
  ['field:(a b)', "field='a b'"],
  ['field:(a OR other:(b AND +c))', "(field='a' (+other='b' +other='c'))"],
  ['field:"a b"', 'field="a b"'],
  ['http_\\*:404', "http_*='404'"],
  ['*:404', "'404'"],
  ['a.b-c@d:1', "a.b-c@d='1'"],
  ['field:R&D& x', "(field='R&D&' 'x')"],
  ['field:TO', "field='TO'"],
  ['path:\\/var\\/log', "path='/var/log'"],
  ['path:/var/log', "(path=r(var) 'log')"],
  ['a/b c/d', "('a' r(b c) 'd')"],
  // A slash that never closes
  ['/checkout', "'/checkout'"],
  ['http_path:/checkout AND level:3', "(+http_path='/checkout' +level='3')"],
  ['http_path:(/cart OR b)', "(http_path='/cart' http_path='b')"],
  ['ip:198.18.0.0/16 x', "(ip='198.18.0.0/16' 'x')"],
  ['/api/v1/users', "'/api/v1/users'"],
  ['path:/api/v1/us*', 'path=w(</api/v1/us>*)'],
  ['-/x', "(-'/x')"],
  ['NOT/x', "'NOT/x'"],
  ['/a b/c/d', "(r(a b) 'c/d')"],
  ['/', "'/'"],
  ['//', "'//'"],
  ['path:>/a', 'path=[>/a]'],
  ['path:[/a TO /b]', 'path=[>=/a <=/b]'],
  ['/a~1', 'f(/a)1'],
  // Colons and signs in values
  ['ip:fe80::1 x', "(ip='fe80::1' 'x')"],
  ['ip:2001:db8::/32', "ip='2001:db8::/32'"],
  ['ip:::1', "ip='::1'"],
  ['url:http://a.example:80/x/y', "url='http://a.example:80/x/y'"],
  ['mac:00:1B:*', 'mac=w(<00:1B:>*)'],
  ['path:/x/b:c', "(path=r(x) b='c')"],
  ['celsius:-5 x', "(celsius='-5' 'x')"],
  ['_exists_:app', 'exists(app)'],
  ['_exists_:"app"', 'exists(app)'],
  ['_exists_:gl2_*', 'exists(gl2_* as a pattern)'],
  ['_exists_:(a OR b)', '(exists(a) exists(b))'],
  ['NOT _exists_:a', '(-exists(a))'],
  ['app:*', 'exists(app)'],
  ['app:**', 'exists(app)'],
  ['http_\\*:*', 'exists(http_* as a pattern)'],
  ['_exists_:*', 'all'],
  ['app:[* TO *]', 'exists(app)'],
  // Phrases
  ['"a b"', '"a b"'],
  ['"a b"~3', '"a b"3'],
  ['"a b"~', '"a b"'],
  ['"a b"~2^3 c', `("a b"2 'c')`],
  ['"say \\"hi\\" to C:\\\\x * AND ("', '"say "hi" to C:\\x * AND ("'],
  ['"line\nbreak"', '"line\nbreak"'],
  ['""', '""'],
  // Patterns
  ['a*b?c', 'w(<a>*<b>?<c>)'],
  ['a**b', 'w(<a>*<b>)'],
  ['a\\*b*', 'w(<a*b>*)'],
  ['R&*', 'w(<R&>*)'],
  ['field:a-* b', "(field=w(<a->*) 'b')"],
  ['/ab[cd].*/', 'r(ab[cd].*)'],
  ['f:/.*ogin/', 'f=r(.*ogin)'],
  ['/a\\/b/', 'r(a\\/b)'],
  ['ab~ abc~ abcde~ abcdef~', '(f(ab)0 f(abc)1 f(abcde)1 f(abcdef)2)'],
  ['ssh~0 ssh~1 ssh~2', '(f(ssh)0 f(ssh)1 f(ssh)2)'],
  ['roam~0.8 roam~0.5', '(f(roam)0 f(roam)2)'],
  // Ranges
  ['level:[1 TO 3]', 'level=[>=1 <=3]'],
  ['level:{1 TO 3}', 'level=[>1 <3]'],
  ['level:[1 TO 3}', 'level=[>=1 <3]'],
  ['level:[* TO 3]', 'level=[<=3]'],
  ['level:{2 TO *}', 'level=[>2]'],
  ['[1 TO 3]^2', '[>=1 <=3]'],
  ['level:>10 level:>=10 level:<10 level:<=10', '(level=[>10] level=[>=10] level=[<10] level=[<=10])'],
  ['level:>=-5', 'level=[>=-5]'],
  ['level:> 10', 'level=[>10]'],
  ['a >-5 b', "'a >-5 b'"],
  ['level:(>-5 OR <+2)', '(level=[>-5] level=[<+2])'],
  ['level:(>=10 AND <20)', '(+level=[>=10] +level=[<20])'],
  [
    'timestamp:["2021-06-09 00:00:00.000" TO "2021-06-09 12:00:00.000"]',
    'timestamp=[>=2021-06-09 00:00:00.000 <=2021-06-09 12:00:00.000]',
  ],
  ['timestamp:[now-5m TO now]', 'timestamp=[>=now-5m <=now]'],
  ['timestamp:["now-1d/d" TO *]', 'timestamp=[>=now-1d/d]'],
  ['timestamp:[2021-06-09T10:00:00.000Z TO *]', 'timestamp=[>=2021-06-09T10:00:00.000Z]'],
  ['t:>"2021-06-09 00:00:00.000"', 't=[>2021-06-09 00:00:00.000]'],
  ['a:[x\\] TO y]', 'a=[>=x] <=y]'],
])('%j is %s', (text, words) => {
  expect(inWords(text)).toBe(words)
})

test.each([
  ['login AND', 'AND', 'AND needs a term after it', 'login'],
  ['AND login', 'AND', 'AND needs a term before it', 'login'],
  ['a OR AND b', 'AND', 'AND needs a term before it', 'a OR b'],
  ['a NOT', 'NOT', 'NOT needs a term after it', 'a'],
  ['a NOT AND b', 'NOT', 'NOT needs a term after it', 'a AND b'],
  ['a !', '!', '! needs a term after it', 'a'],
  ['(a OR) b', 'OR', 'OR needs a term after it', '(a) b'],
  ['(a', '(', 'Missing closing )', '(a)'],
  ['(a "b', '"b', 'Missing closing "', '(a "b"'],
  ['a)', ')', 'Missing opening (', 'a'],
  ['a ()', '()', '() is empty', 'a'],
  ['say "hi', '"hi', 'Missing closing "', 'say "hi"'],
  ['level:', 'level:', 'level: needs a value', 'level:*'],
  ['level: AND a', 'level:', 'level: needs a value', 'level:* AND a'],
  ['level: b:c', 'level:', 'level: needs a value', 'level:* b:c'],
  ['url:http:"x"', 'url:', 'url: needs a value', 'url:* http:"x"'],
  ['(level:)', 'level:', 'level: needs a value', '(level:*)'],
  ['level:-x', '-', '- needs a backslash to search for it: \\-', 'level:\\-x'],
  [':x', ':', ': needs a backslash to search for it: \\:', '\\:x'],
  ['a ]', ']', '] needs a backslash to search for it: \\]', 'a \\]'],
  ['/a(b/', '(b/', 'A bracket ( is never closed', '"/a(b/"'],
  ['a\\', '\\', '\\ needs a character after it', 'a'],
  ['level:[1 3]', '[1 3]', 'Write ranges as [low TO high]', 'level:[1 TO 3]'],
  ['level:[1 to 3}', '[1 to 3}', 'Write ranges as [low TO high]', 'level:[1 TO 3}'],
  ['level:[1..3]', '[1..3]', 'Write ranges as [low TO high]', 'level:[1 TO 3]'],
  ['level:[1, 3]', '[1, 3]', 'Write ranges as [low TO high]', 'level:[1 TO 3]'],
  ['level:[1 2 3]', '[1 2 3]', 'Write ranges as [low TO high]', undefined],
  ['level:[1 TO 3', '[1 TO 3', 'Missing closing ]', 'level:[1 TO 3]'],
  ['level:> AND a', '>', '> needs a value to compare with', undefined],
  ['a ~', '~', '~ needs a word or a phrase directly before it', 'a \\~'],
  ['a* ~1', '~1', '~ needs a word or a phrase directly before it', 'a* \\~1'],
  ['ssh~3', '~3', '~ takes at most 2', 'ssh~2'],
  ['ssh~1.5', '~1.5', '~ takes 0, 1 or 2', 'ssh~1'],
  ['a^b', '^', '^ needs a number after it, or a backslash to search for it: \\^', 'a\\^b'],
  ['http_*:404', 'http_*', 'A wildcard in a field name needs a backslash: \\*', 'http_\\*:404'],
  ['_exists_:/a/', '_exists_:/a/', '_exists_ needs the name of a field', undefined],
  ['*ogin', '*ogin', 'Leading wildcards are disabled. Use /.*ogin/', '/.*ogin/'],
  ['field:?o.o*', '?o.o*', 'Leading wildcards are disabled. Use /.o\\.o.*/', 'field:/.o\\.o.*/'],
])('%j is refused at %j: %s. The fix is %j', (text, where, message, fixed) => {
  const parsed = parse(text)
  const [error] = parsed.ok ? [] : parsed.errors
  expect(error?.message).toBe(message)
  expect(text.slice(error?.from, error?.to)).toBe(where)
  expect(error?.fix && applyFix(text, error.fix)).toBe(fixed)
})

test('leading wildcards are parsed if they are allowed', () => {
  const parsed = parse('*ogin OR field:?oo', true)
  expect(parsed.ok && queryInWords(parsed.tree)).toBe('(w(*<ogin>) field=w(?<oo>))')
})

test('the span of a clause includes its field', () => {
  const text = 'source:web AND (a b OR "c d"~2)'
  const parsed = parse(text)
  if (!parsed.ok || parsed.tree.kind !== 'bool') throw new Error('not read as clauses')
  const spans = parsed.tree.must.map((node) => (node.kind === 'all' ? '' : text.slice(node.span.from, node.span.to)))
  expect(spans).toEqual(['source:web', '(a b OR "c d"~2)'])
  const [first] = parsed.tree.must
  expect(first?.kind === 'term' && first.field?.span).toEqual({ from: 0, to: 6 })
})

test.each([
  ['characters', 'x'.repeat(65_537), 'A query can have at most 65536 characters'],
  ['clauses', `${'a OR '.repeat(2048)}a`, 'A query can have at most 2048 clauses'],
  ['brackets', `${'('.repeat(101)}a${')'.repeat(101)}`, 'Too many nested brackets (max. 100)'],
])('too many %s are refused', (_, text, message) => {
  expect(inWords(text)).toBe(message)
})

test('the maximum numbers of clauses and brackets are parsed', () => {
  expect(parse(`${'a OR '.repeat(1023)}a`).ok).toBe(true)
  expect(inWords(`${'('.repeat(100)}a${')'.repeat(100)}`)).toBe("'a'")
})

const PIECES = [
  ...['a', 'b:', 'ssh', ' ', ' ', 'AND', 'OR', 'NOT', 'TO', '&&', '||', '&', '|', '!', '+', '-', '(', ')', '[', ']'],
  ...['{', '}', '"', '~', '~2', '^', '^2', '*', '?', '/', '\\', ':', '<', '>', '>=', '=', '_exists_:', '*:', '\n', '𝄞'],
  ...['\ud800', '1', '.', 'ä', '<1-9>', '@', '#', ',', '[1 TO 2]', '"x y"', '/x/'],
]

/** Reproducible pseudo-random numbers. */
function sequence(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('any text is a query or has errors with positions within it', () => {
  const random = sequence(7)
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: random(14) }, () => PIECES[random(PIECES.length)]).join('')
    const parsed = parse(text)
    if (parsed.ok) {
      queryInWords(parsed.tree)
      continue
    }
    for (const { from, to, fix = { from: 0, to: 0 } } of parsed.errors) {
      expect(from >= 0 && from < to && to <= text.length, JSON.stringify([text, from, to])).toBe(true)
      expect(fix.from >= 0 && fix.from <= fix.to && fix.to <= text.length, JSON.stringify([text, fix])).toBe(true)
    }
  }
})

test('the longest texts of any repeated part are parsed in bounded time', () => {
  for (const piece of PIECES) {
    const text = piece.repeat(Math.floor(65_536 / piece.length))
    const cpuBefore = process.threadCpuUsage()
    parse(text)
    expect(process.threadCpuUsage(cpuBefore).user, JSON.stringify(piece)).toBeLessThan(2_000_000)
  }
})
