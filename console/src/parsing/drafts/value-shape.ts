/** What a value looks like: as a regular expression, and as a grok pattern of the built-in set. */

export interface ValueShape {
  readonly kind:
    | 'integer'
    | 'decimal'
    | 'quantity'
    | 'ip'
    | 'address'
    | 'uuid'
    | 'mac'
    | 'email'
    | 'url'
    | 'path'
    | 'time'
    | 'level'
    | 'request'
    | 'word'
    | 'name'
    | 'token'
    | 'text'
  /** Matches this value and others of its kind, in Java and JavaScript alike. */
  readonly regex: string
  /** Patterns of the built-in set in the order of the value, `:` before the field of each; absent: none fits. */
  readonly grok?: readonly GrokPiece[]
}

/** Literal text, or a reference. */
export type GrokPiece =
  | { readonly literal: string }
  | { readonly pattern: string; readonly field: string; readonly type?: 'long' | 'double' }

const ref = (pattern: string, field = '', type?: 'long' | 'double'): GrokPiece =>
  type === undefined ? { pattern, field } : { pattern, field, type }
const literal = (text: string): GrokPiece => ({ literal: text })

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const CLOCK = '\\d{2}:\\d{2}:\\d{2}'
const IP4 = '\\d{1,3}(?:\\.\\d{1,3}){3}'

/** Points in time, which a template may mask as several parts. */
export const TIMES = [
  {
    regex: `\\d{4}-\\d{2}-\\d{2}[T ]${CLOCK}(?:[.,]\\d+)?(?: ?(?:Z|[+-]\\d{2}:?\\d{2}))?`,
    // The built-in pattern has no blank before the zone.
    pattern: 'TIMESTAMP_ISO8601',
  },
  { regex: `\\d{2}/${MONTH}/\\d{4}:${CLOCK} [+-]\\d{4}`, pattern: 'HTTPDATE' },
  { regex: `${MONTH} +\\d{1,2} ${CLOCK}`, pattern: 'SYSLOGTIMESTAMP' },
  { regex: `\\d{4}/\\d{2}/\\d{2} ${CLOCK}`, pattern: undefined },
  { regex: `${CLOCK}(?:[.,]\\d+)?`, pattern: 'TIME' },
] as const

const UNIT = /^([+-]?\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d|B|[kKMGT]i?B|%)$/
const LEVEL = /^(?:trace|debug|info|notice|warn|warning|error|err|crit|critical|fatal|alert|emerg|severe)$/i
const REQUEST = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\S+)( HTTP\/\d\.\d| HTTP\/\d)?$/

/** A shape whose pattern of the built-in set takes the whole value. */
const whole =
  (test: RegExp, kind: ValueShape['kind'], regex: string, pattern: string) =>
  (value: string): ValueShape | undefined =>
    test.test(value) ? { kind, regex, grok: [ref(pattern)] } : undefined

const UUID = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'

const RECOGNISED: readonly ((value: string) => ValueShape | undefined)[] = [
  (value) => (/^[+-]?\d+$/.test(value) ? numberShape(value, 'integer') : undefined),
  (value) => (/^[+-]?\d+\.\d+$/.test(value) ? numberShape(value, 'decimal') : undefined),
  quantityShape,
  timeShape,
  whole(new RegExp(`^${IP4}$`), 'ip', IP4, 'IP'),
  addressShape,
  (value) =>
    /^[\dA-Fa-f]{0,4}(?::[\dA-Fa-f]{0,4}){2,7}(?:\.\d+)*$/.test(value) &&
    (value.includes('::') || value.split(':').length === 8)
      ? { kind: 'ip', regex: '[0-9A-Fa-f:.]+', grok: [ref('IP')] }
      : undefined,
  whole(/^(?:[\dA-Fa-f]{2}[:-]){5}[\dA-Fa-f]{2}$/, 'mac', '[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}', 'MAC'),
  whole(new RegExp(`^${UUID}$`), 'uuid', UUID, 'UUID'),
  whole(/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/, 'email', '[\\w.+-]+@[\\w.-]+', 'EMAILADDRESS'),
  whole(/^[a-z][a-z0-9+.-]*:\/\/\S+$/i, 'url', '[A-Za-z][A-Za-z0-9+.-]*://\\S+', 'NOTSPACE'),
  whole(/^\/\S*$/, 'path', '/\\S*', 'NOTSPACE'),
  whole(LEVEL, 'level', '\\w+', 'LOGLEVEL'),
  requestShape,
  whole(/^\w+$/, 'word', '\\w+', 'WORD'),
  whole(/^[\w.-]+$/, 'name', '[\\w.-]+', 'USERNAME'),
  whole(/^\S+$/, 'token', '\\S+', 'NOTSPACE'),
]

/** The narrowest shape that fits. */
export function shapeOf(value: string): ValueShape {
  for (const recognise of RECOGNISED) {
    const shape = recognise(value)
    if (shape !== undefined) return shape
  }
  return { kind: 'text', regex: '.+?', grok: [ref('DATA')] }
}

function numberShape(value: string, kind: 'integer' | 'decimal'): ValueShape {
  const sign = /^[+-]/.test(value) ? '[+-]?' : ''
  const isInteger = kind === 'integer'
  return {
    kind,
    regex: isInteger ? `${sign}\\d+` : `${sign}\\d+(?:\\.\\d+)?`,
    grok: [ref(isInteger ? 'INT' : 'NUMBER', '', isInteger ? 'long' : 'double')],
  }
}

function quantityShape(value: string): ValueShape | undefined {
  const [, number = '', unit = ''] = UNIT.exec(value) ?? []
  if (unit === '') return undefined
  const shape = numberShape(number, number.includes('.') ? 'decimal' : 'integer')
  const field = unit === '%' ? 'percent' : `_${unit.replace('µ', 'u').toLowerCase()}`
  return {
    kind: 'quantity',
    regex: `${shape.regex}${unit}`,
    grok: [...(shape.grok ?? []).map((piece) => ('pattern' in piece ? { ...piece, field } : piece)), literal(unit)],
  }
}

function timeShape(value: string): ValueShape | undefined {
  for (const { regex, pattern } of TIMES) {
    if (!new RegExp(`^${regex}$`).test(value)) continue
    return { kind: 'time', regex, ...(pattern === undefined ? {} : { grok: [ref(pattern)] }) }
  }
  return undefined
}

function addressShape(value: string): ValueShape | undefined {
  if (!new RegExp(`^${IP4}:\\d{1,5}$`).test(value)) return undefined
  return {
    kind: 'address',
    regex: `${IP4}:\\d+`,
    grok: [ref('IP', 'client_ip'), literal(':'), ref('INT', 'port', 'long')],
  }
}

function requestShape(value: string): ValueShape | undefined {
  const [whole, , , version] = REQUEST.exec(value) ?? []
  if (whole === undefined) return undefined
  return {
    kind: 'request',
    regex: '[A-Z]+ \\S+(?: HTTP/[\\d.]+)?',
    grok: [
      ref('WORD', 'method'),
      literal(' '),
      ref('NOTSPACE', 'path'),
      ...(version === undefined ? [] : [literal(' HTTP/'), ref('NUMBER', 'http_version')]),
    ],
  }
}
