/** Random messages and queries from the same few words and values, so that queries match messages. */

export interface Random {
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  chance(of: number): boolean
}

/** Reproducible: the same seed gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (of) => next() < of,
    pick<T>(list: readonly T[]): T {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}

const WORDS = [
  'ssh',
  'SSH',
  'login',
  'Login',
  'foo',
  'Foo-bar',
  'foo_bar',
  'bar',
  'example.com',
  'user@example.com',
  '10.0.0.1',
  "don't",
  'key=value',
  '/var/log/x.log',
  '1,000',
  '1;2',
  '3.14',
  'a:b',
  'x_y.z',
  'größe',
  'GRÖSSE',
  'Straße',
  'ΣΑΣ',
  'İstanbul',
  '日本語',
  'ひらがな',
  'カタカナ',
  '한국어',
  'ไทย',
  '😀',
  'e\u0301te\u0301',
  'مرحبا',
  'error',
  'errors',
  'eror',
  'erorr',
  '404',
  '_',
  '__x__',
  'a.b.c',
  'v1.2.3',
  '2021-06-09',
  '2021-06-09T10:00:00.000Z',
  '%',
  '100%',
  'a~b',
  '~0404',
  'tab\there',
  'back\\slash',
  'quo"te',
  "'",
  '(uid=0)',
  '[x]',
  'x'.repeat(300),
  'true',
  'and',
  'The',
  'to',
  'ab\x7fcd',
] as const

const INTEGERS = [0, 1, 5, 7, -3, 80, 404, 500, 1000, 2 ** 31, Number.MAX_SAFE_INTEGER] as const
const LARGE = ['9007199254740993', '9223372036854775807', '-9223372036854775808', '18446744073709551615'] as const
/** Stored as a text, because it has more than 64 bits. */
const TOO_LARGE = '99999999999999999999'
const DECIMALS = [0.5, 1.5, -2.25, 404.25, 1e-7, 1e20, 1e30, 3.0000001] as const
/** Texts in fields that hold numbers: many are numbers, others only look like them. */
const NUMBER_TEXTS = [
  ...['0', '5', '7', '80', '404', '1000', '1.5', '-2.25', '404.25', '0.5', '-3', '3.0000001', '2147483648'],
  ...['+7', '-0', '-0.0', '007', '-003', '+00.50', '7.0', '7.', '.5', '-.5', '7.00', '1e3', '1E+3', '5e-1', '1e-7'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '9007199254740993.0', '-9007199254740993'],
  ...[
    '9007199254740993.5',
    '9223372036854775807',
    '9223372036854775808',
    '18446744073709551615',
    '18446744073709551616',
  ],
  ...['99999999999999999999', '100000000000000000000', '100000000000000000001', '1e20', '1e30', '1e400', '-1e400'],
  ...[
    `${'0'.repeat(37)}7`,
    `${'0'.repeat(40)}7`,
    '9'.repeat(38),
    '9'.repeat(39),
    `-${'9'.repeat(38)}`,
    '1'.repeat(400),
  ],
  ...['1e-400', '0.1', '0.30000000000000004', '1.7976931348623157e308', '5e-324', '123456.789e3'],
  ...['0x10', '0b1', ' 7', '7 ', '7\n', '\n7', '1_000', '1,5', '1.2.3', '--7', '+-7', '+', '.', 'e3', '1e', '7f', '٧'],
  ...['NaN', 'nan', 'inf', 'Infinity', '-inf', '1e3.5', '1s', '1.5s', 'n/a'],
] as const
const DATES = [
  '2021-06-09',
  '2021-06-09T10:00:00.000Z',
  '2021-06-10T00:00:00Z',
  '2021-07',
  '2021/06/09',
  '2021/06/09 11:12:13',
  '2021-06-09 10:00:00',
] as const
/** `mixed` and `level` have different types in different messages. */
export const FIELDS = [
  'user',
  'path',
  'level',
  'mixed',
  'took_ms',
  'ratio',
  'flag',
  'created',
  'tags',
  'ports',
  'a-b',
  '@at',
  'long',
  'ip',
] as const

export const START_MS = Date.UTC(2021, 5, 9, 9)
const STREAMS = ['60c0ffee0000000000000010', '60c0ffee0000000000000011', '000000000000000000000001'] as const

const text = (random: Random, most: number) =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(
    random.pick([' ', ' ', ' ', ', ', '-', '  ', '\n']),
  )

function scalar(random: Random): unknown {
  switch (random.below(7)) {
    case 0:
    case 1:
      return random.pick(WORDS)
    case 2:
      return random.pick(INTEGERS)
    case 3:
      return random.pick(DECIMALS)
    case 4:
      return { $bigint: random.pick(LARGE) }
    case 5:
      return random.chance(0.5)
    default:
      return random.pick(DATES)
  }
}

const list = (random: Random, element: () => unknown) => Array.from({ length: 1 + random.below(3) }, element)

function randomValue(field: (typeof FIELDS)[number], random: Random): unknown {
  switch (field) {
    case 'user':
    case 'a-b':
    case '@at':
      return text(random, 2)
    case 'path':
      return random.pick(['/var/log/x.log', '/api/orders', '/', 'C:\\temp', ...WORDS])
    case 'level':
      if (random.chance(0.6)) return random.pick(INTEGERS)
      return random.pick(random.chance(0.5) ? NUMBER_TEXTS : ['3', '7', 'error', 'ERROR', 'Warn', '1.0', '404'])
    case 'mixed':
      if (random.chance(0.2)) return random.pick(NUMBER_TEXTS)
      return random.chance(0.3) ? list(random, () => scalar(random)) : scalar(random)
    case 'took_ms':
      if (random.chance(0.1)) return random.pick(['1s', '1000', 'fast'])
      if (random.chance(0.3)) return random.pick(NUMBER_TEXTS)
      return random.chance(0.1) ? { $bigint: random.pick([...LARGE, TOO_LARGE]) } : random.pick(INTEGERS)
    case 'ratio':
      if (random.chance(0.3)) return random.pick(NUMBER_TEXTS)
      return random.chance(0.5) ? random.pick(DECIMALS) : random.pick(INTEGERS)
    case 'flag':
      return random.chance(0.8) ? random.chance(0.5) : random.pick(['true', 'false', 'yes'])
    case 'created':
      return random.chance(0.8) ? random.pick(DATES) : 'no date'
    case 'tags':
      return random.chance(0.5) ? list(random, () => random.pick(WORDS)) : random.pick(WORDS)
    case 'ports':
      if (random.chance(0.3)) return list(random, () => random.pick(NUMBER_TEXTS))
      if (random.chance(0.1)) return random.pick(NUMBER_TEXTS)
      return list(random, () => (random.chance(0.2) ? random.pick(DECIMALS) : random.pick(INTEGERS)))
    case 'long':
      return `${random.pick(WORDS)} ${'long '.repeat(random.pick([10, 60, 7000]))}${random.pick(WORDS)}`
    case 'ip':
      return random.pick([
        '10.0.0.1',
        '10.0.0.2',
        '192.168.0.1',
        '::1',
        'fe80::1',
        '10.0.0',
        '::ffff:10.0.0.1',
        '10.0.0.01',
      ])
  }
}

/** Message in the format of the tests' codec `values`. */
export function randomMessage(random: Random) {
  const fields = FIELDS.filter(() => random.chance(0.3)).map((field) => [field, randomValue(field, random)])
  if (random.chance(0.2)) fields.push(['full_message', text(random, 12)])
  if (random.chance(0.05)) fields.push(['gl2_message_id', random.pick(['own-id', '01KJMA0FM0000000000000035S'])])
  return {
    message: text(random, 8),
    source: random.pick(['web-1', 'WEB-1', 'db.example.com', 'Größe', 'İstanbul', '10.0.0.1']),
    timestampMs: START_MS + random.below(48) * 3_600_000 + random.below(2) * 500,
    fields: Object.fromEntries(fields),
    streams: STREAMS.filter(() => random.chance(0.5)),
  }
}

const escaped = (word: string) => word.replace(/[-+!(){}[\]^"~*?:\\/&|<>=\s]/g, '\\$&')
const quoted = (phrase: string) => `"${phrase.replace(/["\\]/g, '\\$&')}"`

const VALUES = [
  ...WORDS,
  ...INTEGERS.map(String),
  ...LARGE,
  TOO_LARGE,
  ...DECIMALS.map(String),
  ...DATES,
  'web-1',
  'false',
  '1.0',
  '404.0',
  '1e2',
  '-0',
  ...['+7', '007', '7.0', '1e3', '.5', '9007199254740992', '9007199254740993.0', '1e20', '100000000000000000000'],
  ...['9'.repeat(38), '1e400', '1e-400', '0.1'],
  'error',
  'WARNING',
  'info',
  'emerg',
  '1s',
  '0.5s',
  '10MB',
  '10.0.0.0/8',
  '10.0.0.0/30',
  'fe80::/10',
  '2021-06',
] as const
const NAMED = [
  ...FIELDS,
  'message',
  'message',
  'full_message',
  'source',
  'timestamp',
  'streams',
  'gl2_remote_port',
  'gl2_remote_ip',
  'gl2_message_id',
  'gl2_accounted_message_size',
  '_id',
  '_index',
  'nothing',
] as const

function pattern(random: Random): string {
  const characters = [...random.pick(WORDS)].slice(0, 12)
  return characters.map((one) => (random.chance(0.2) ? random.pick(['*', '?']) : escaped(one))).join('')
}

function regex(random: Random): string {
  const characters = [...random.pick(WORDS)].slice(0, 8)
  const body = characters
    .map((one) => {
      if (random.chance(0.15)) return random.pick(['.', '.*', '[a-z]', '[^0-9]', '(o|r)', '.{1,3}'])
      return /[\p{L}\p{N}]/u.test(one) ? one : `\\${one}`
    })
    .join('')
  return `/${body.replaceAll('/', '\\/')}/`
}

function range(random: Random): string {
  const kind = random.below(4)
  const pool =
    kind === 0
      ? VALUES
      : kind === 1
        ? [...INTEGERS.map(String), ...DECIMALS.map(String), ...LARGE, TOO_LARGE, ...NUMBER_TEXTS]
        : kind === 2
          ? [...DATES, 'now', 'now-1d/d', '2021-06-09||+1d/d', '2021-06-09 12:00:00.500']
          : WORDS
  const end = () => (random.chance(0.15) ? '*' : quoted(random.pick(pool)))
  if (random.chance(0.3)) return `${random.pick(['>', '>=', '<', '<='])}${quoted(random.pick(pool))}`
  return `${random.pick(['[', '{'])}${end()} TO ${end()}${random.pick([']', '}'])}`
}

function leaf(random: Random): string {
  switch (random.below(9)) {
    case 0:
    case 1:
      return escaped(random.pick(VALUES))
    case 2:
      return quoted(random.chance(0.5) ? random.pick(VALUES) : `${random.pick(WORDS)} ${random.pick(WORDS)}`)
    case 3:
      return `${quoted(`${random.pick(WORDS)} ${random.pick(WORDS)}${random.chance(0.3) ? ` ${random.pick(WORDS)}` : ''}`)}~${random.below(5)}`
    case 4:
      return pattern(random)
    case 5:
      return regex(random)
    case 6:
      return `${escaped(random.pick(WORDS))}~${random.pick(['', '0', '1', '2'])}`
    case 7:
      return range(random)
    default:
      return `${escaped(random.pick(WORDS))} ${escaped(random.pick(WORDS))}`
  }
}

function clause(random: Random): string {
  if (random.chance(0.1)) return `_exists_:${escaped(random.pick(NAMED))}`
  const name = random.chance(0.05)
    ? random.pick(['t\\*', '\\*e\\*', 'gl2_\\*', '\\*', 'm????'])
    : escaped(random.pick(NAMED))
  if (random.chance(0.35)) return leaf(random)
  if (random.chance(0.1)) return `${name}:(${leaf(random)} ${random.pick(['OR', 'AND', ''])} ${leaf(random)})`
  return `${name}:${leaf(random)}`
}

/** A query for numbers, in a field that holds numbers. */
export function randomNumberQuery(random: Random): string {
  const number = () =>
    quoted(
      random.pick(random.chance(0.5) ? NUMBER_TEXTS : [...INTEGERS.map(String), ...LARGE, ...DECIMALS.map(String)]),
    )
  const end = () => (random.chance(0.15) ? '*' : number())
  const name = random.pick(['level', 'mixed', 'took_ms', 'ratio', 'ports'])
  if (random.chance(0.3)) return `${name}:${number()}`
  if (random.chance(0.5)) return `${name}:${random.pick(['>', '>=', '<', '<='])}${number()}`
  return `${name}:${random.pick(['[', '{'])}${end()} TO ${end()}${random.pick([']', '}'])}`
}

export function randomQuery(random: Random, depth = 0): string {
  if (depth > 2 || random.chance(0.5)) return clause(random)
  const parts = Array.from({ length: 1 + random.below(3) }, () => {
    const inner = random.chance(0.3) ? `(${randomQuery(random, depth + 1)})` : clause(random)
    return `${random.pick(['', '', '', 'NOT ', '-', '+'])}${inner}`
  })
  return parts.join(random.pick([' AND ', ' OR ', ' ', ' && ', ' || ']))
}
