import type { PartKind } from '@logyard/contract/search/patterns'

const REQUEST = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S+/

const KINDS: readonly (readonly [PartKind, RegExp])[] = [
  ['ip', /^\/?(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\[?(?=[\da-f:]*::|(?:[\da-f]+:){7})[\da-f:.]+\]?(?:%\w+)?)$/i],
  ['time', /^\[?(?:\d{4}-\d\d-\d\d|\d{1,2}[/ .]\w{2,9}[/ .]\d{2,4}|\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?$)/],
  ['time', /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* /],
  ['number', /^[+-]?(?:\d+(?:[.,]\d+)*|\d*\.\d+)(?:[eE][+-]?\d+)?%?$/],
  ['size', /^\d+(?:\.\d+)?(?:[KMGT]i?)?B(?:ytes)?$/i],
  ['duration', /^\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|min|sec)$/],
  ['id', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['id', /^(?:0x)?(?=[\da-f]*\d)[\da-f]{6,}$/i],
  ['email', /^<?[^\s@]+@[^\s@]+\.\w+>?$/],
  ['url', /^[a-z][a-z0-9+.-]*:\/\//i],
  ['path', /^(?:[~.]{0,2}\/|[a-zA-Z]:\\|\\\\)/],
  [
    'host',
    /^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|local|localdomain|internal|lan|[a-z]{2})(?::\d{1,5})?$/i,
  ],
  ['host', /^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)+:\d{1,5}$/i],
  ['name', /^[a-z][\w-]*(?:\.[\w-]+)+$/i],
  ['list', /^\S+(?:, ?| )\S/],
  ['id', /\d/],
]

/** The kind of values in the part, judged by one of them. */
export function partKind(value: string, isQuoted: boolean): PartKind {
  if (REQUEST.test(value)) return 'request'
  const kind = KINDS.find(([, pattern]) => pattern.test(value))?.[0]
  if (isQuoted && (kind === undefined || kind === 'list' || kind === 'id')) return 'text'
  return kind ?? 'word'
}
