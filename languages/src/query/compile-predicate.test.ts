import { expect, test } from 'vitest'
import { compilePredicate } from './compile-predicate.ts'
import { parseQuery } from './parse-query.ts'

type Fields = Readonly<Record<string, unknown>>

const NOW = Date.UTC(2021, 5, 9, 14, 30, 15, 250)

function compile(query: string, allowLeadingWildcard = false) {
  const parsed = parseQuery(query, { allowLeadingWildcard })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  const test = compilePredicate(parsed.tree, { now: () => NOW })
  return (fields: Fields) => test({ get: (name) => fields[name], names: () => Object.keys(fields) })
}

const LOGIN: Fields = {
  _id: '20f683d2-a874-11e9-8a11-0242ac130004',
  _index: 'graylog_0',
  message: 'Failed SSH-Login for root',
  source: 'Web-01',
  app: 'My App',
  level: 3,
  timestamp: '2021-06-09T14:28:00.000Z',
  streams: ['000000000000000000000001', '5f9a'],
  took_ms: 12.5,
  big: 9007199254740993n,
  ok: true,
  tags: ['prod', 'Blue Team', 7],
  http_status: 404,
  path: '/var/log',
  full_message: 'at main (app.js:10:5)\nat run',
}

test.each([
  // Words and analysis
  'ssh',
  'SSH',
  'message:login',
  'message:"ssh login"',
  'message:fail*',
  'full_message:RUN',
  'foo login',
  'My App',
  'foo OR login AND root',
  'foo and login',
  'message:foo-login',
  'message:ssh nothing',
  'message:nothing 404',
  '"ssh login" "no"',
  'message:"failed root"~3',
  'message:"login ssh"~2',
  // Source
  'source:web-01',
  'source:WEB-01',
  'source:web*',
  'source:/WEB-.*/',
  'source:"WEB-01"',
  'source:wbe-01~1',
  'web-01',
  // Exact fields
  'app:"My App"',
  'app:My*',
  'app:My\\ App',
  'app:M?\\ A*',
  'app:/My.*/',
  'app:"My Bpp"~0 OR app:My\\ Bpp~1',
  'path:"/var/log"',
  'path:\\/var\\/log',
  // Numbers, booleans, lists, ids
  'level:[1 TO 3]',
  'level:{2 TO *}',
  'level:>=3',
  'level:(>2 AND <4)',
  'level:"3"',
  'level:3.0',
  '404',
  'took_ms:12.5',
  'took_ms:{12 TO 13}',
  'big:9007199254740993',
  'big:>9007199254740992',
  'ok:true',
  'tags:prod',
  'tags:Blue*',
  'tags:7',
  'tags:>6',
  'tags:"Blue Team"',
  'streams:000000000000000000000001',
  '000000000000000000000001',
  '_id:20f683d2-a874-11e9-8a11-0242ac130004',
  '20f683d2\\-a874\\-11e9\\-8a11\\-0242ac130004',
  '_index:graylog_0',
  'app:[A TO N]',
  'message:[s TO t]',
  '[A TO N]',
  // Existence, names
  '_exists_:app',
  'app:*',
  '_exists_:htt*',
  'http_\\*:404',
  '*:404',
  'nothing OR *:*',
  // Negation
  'NOT level:7',
  'NOT level:7 AND ssh',
  '-foo -bar',
  'NOT _exists_:nope',
  'ssh OR NOT nothing',
  // Dates
  'timestamp:"2021-06-09 14:28:00.000"',
  'timestamp:"2021-06-09T14:28:00.000Z"',
  '"2021-06-09 14:28:00.000"',
  'timestamp:["2021-06-09 00:00:00.000" TO "2021-06-09 14:28:00.000"]',
  'timestamp:[2021-06-09T16:28:00.000+02:00 TO *]',
  'timestamp:[now-5m TO now]',
  'timestamp:["now-1d/d" TO *]',
  'timestamp:[* TO 2021-06-09]',
  'timestamp:>2021-06-08',
  'timestamp:now\\/d',
])('%s finds the login', (query) => {
  expect(compile(query)(LOGIN)).toBe(true)
})

test.each([
  'message:"login ssh"',
  'message:"foo-login"',
  'message:"failed root"~2',
  'message:"failed nothing"~9',
  'source:web',
  'app:my*',
  'app:App',
  'App',
  'app:"my app"',
  'app:/My/',
  'foo AND login OR root',
  'level:{3 TO 5}',
  'level:abc',
  'level:[a TO z]',
  'level:3*',
  'level:/3/',
  'level:3~1',
  'took_ms:12',
  'big:9007199254740992',
  'big:<9007199254740993',
  'ok:TRUE',
  'ok:1',
  'nope:1',
  '_exists_:nope',
  'path:/var/log',
  'App:*',
  '_id:20F683D2*',
  'graylog_0',
  'tags:Blue',
  'ssh AND NOT root',
  'timestamp:[foo TO bar]',
  'timestamp:<2021-06-09',
  'timestamp:>2021-06-09',
  'timestamp:{now-2m TO now]',
  '2021-06-09',
  '2021',
  'message:""',
  'message:"-"',
  'app:[my TO z]',
])('%s does not find the login', (query) => {
  expect(compile(query)(LOGIN)).toBe(false)
})

test('a leading wildcard matches where it is allowed', () => {
  expect(compile('*ogin', true)(LOGIN)).toBe(true)
  expect(compile('/.*ogin/')(LOGIN)).toBe(true)
})

test('an inclusive range contains its ends', () => {
  const isInRange = compile('timestamp:["2021-06-09 14:00:00.000" TO "2021-06-09 14:28:00.000"]')
  expect(isInRange({ timestamp: Date.UTC(2021, 5, 9, 14, 28) })).toBe(true)
  expect(isInRange({ timestamp: Date.UTC(2021, 5, 9, 14, 28) + 1 })).toBe(false)
})

test('empty values and empty lists are missing', () => {
  expect(['', null, undefined, []].map((app) => compile('_exists_:app')({ app }))).toEqual([false, false, false, false])
  expect([0, false, 'x', ['x']].map((app) => compile('app:*')({ app }))).toEqual([true, true, true, true])
})

test('texts are compared in the order of code points', () => {
  expect(compile('a:>\uffff')({ a: '𝄞' })).toBe(true)
  expect(compile('n:>4')({ n: '7' })).toBe(true)
  expect(compile('n:>4')({ n: '10' })).toBe(false)
})

test('dates relative to now follow the clock', () => {
  let now = NOW
  const parsed = parseQuery('timestamp:[now-5m TO *]', { allowLeadingWildcard: false })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  const isRecent = compilePredicate(parsed.tree, { now: () => now })
  const message = { get: () => NOW, names: () => ['timestamp'] }
  expect(isRecent(message)).toBe(true)
  now += 600_000
  expect(isRecent(message)).toBe(false)
})

test('expressions that backtrack elsewhere take linear time', () => {
  const cpuBefore = process.threadCpuUsage()
  expect(compile('a:/(a*)*b/')({ a: 'a'.repeat(100_000) })).toBe(false)
  expect(compile('message:/(a|aa)*b/')({ message: 'a'.repeat(100_000) })).toBe(false)
  expect(compile(`message:"${'a '.repeat(400)}b"~3`)({ message: 'a '.repeat(20_000) })).toBe(false)
  expect(compile(`${'x'.repeat(5000)}~2`)({ a: 'x'.repeat(5003), b: 'x'.repeat(5002) })).toBe(true)
  expect(process.threadCpuUsage(cpuBefore).user).toBeLessThan(3_000_000)
})

test.each([
  ['level:error', [3, '3', 'error', 'ERR', 'Severe'], [4, '4', 'warning', 'errors', 'error ']],
  ['level:3', [3, 3n, 3.0, '3', 'error', 'Err'], ['03', 4, 'info']],
  ['level:"error"', ['error'], [3, 'ERROR']],
  ['level:(warn OR 7)', [4, 'WARNING', 'trace'], [3]],
  ['level:>=warning', [0, 4, 'fatal', 'warn', '3'], [5, 'info', 'unknown', 'x']],
  ['level:>warning', [3, 'error'], [4, 'warn']],
  ['level:<warning', [5, 6, 7, 'debug'], [4, 'error', 'zebra']],
  ['level:[error TO notice]', [3, 4, 5, 'Warn'], [2, 6, 'info']],
  ['level:{notice TO 3]', [3, 4, 'error'], [5, 'notice']],
  ['level:<=4', [4, -1, 'warn', '2'], [5, 'info', '7']],
  ['level:>4', [5, 30, 'debug'], [4, 'error']],
  ['level:40', [40, '40'], [4]],
  ['NOT level:error', [4, 'info'], [3, 'err']],
])('%s finds levels of any spelling', (query, found, others) => {
  const matches = compile(query)
  expect(found.filter((level) => !matches({ level }))).toEqual([])
  expect(others.filter((level) => matches({ level }))).toEqual([])
})

test.each([
  ['took_ms:>1s', [1001, 60_000, '1001', '6e4'], [1000, 'slow', '2s', '1000', '1e400']],
  ['took_ms:[0.1s TO 1s]', [100, 1000, '100.0'], [99, 1001, '99.9']],
  ['took_ms:1s', [1000, '1s', '1000', '+1e3'], [1, '1']],
  ['took_ms:"1s"', ['1s'], [1000, '1000']],
  ['uptime_s:>=2min', [120], [119]],
  ['bytes:>10MB', [10_000_001], [10_000_000, '11MB']],
  ['size_kib:<1mib', [1023], [1024]],
  ['durationMs:<1us', [0.0009], [0.001]],
  ['took_ms:>10MB', ['9'], [1e9]],
  ['count:>1s', ['2'], [5]],
  ['count:>4', [5, '5', '4.5', ['x', '5']], ['five', '4', '-5', ' 5', '0x10']],
  ['count:<4', [3, '3', '-1'], ['4', '', 'n/a']],
  ['count:7', ['7', '7.0', '+7', '007', '.7e1'], ['7 ', '7x', '70']],
  ['count:[9007199254740993 TO *]', ['9007199254740993'], ['9007199254740992']],
  ['count:>=1e20', ['100000000000000000000', '1e20'], ['99999999999999999999']],
  ['count:7*', ['7', '7.0', '7x'], [7, '07']],
])('%s compares numbers, also in texts, in the unit of a field that holds numbers', (query, found, others) => {
  const parsed = parseQuery(query, { allowLeadingWildcard: false })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  const [name = ''] = query.split(':')
  const matches = compilePredicate(parsed.tree, { now: () => NOW, holdsNumbers: (field) => field === name })
  const matchesValue = (value: unknown) =>
    matches({ get: (field) => (field === name ? value : undefined), names: () => [name] })
  expect(found.filter((value) => !matchesValue(value))).toEqual([])
  expect(others.filter(matchesValue)).toEqual([])
})

test('a numeric bound compares texts of a field without numbers by their characters', () => {
  expect([compile('took_ms:>4')({ took_ms: 'fast' }), compile('took_ms:>4')({ took_ms: '10' })]).toEqual([true, false])
})
