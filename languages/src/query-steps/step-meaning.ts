/** What the functions of steps mean exactly, for all that run them. Patterns are valid for RE2 and JavaScript. */

/** The range of times, as in the store: the years 1900 to 2299. */
export const MIN_TIME_MS = Date.UTC(1900, 0, 1)
export const MAX_TIME_MS = Date.UTC(2299, 11, 31, 23, 59, 59, 999)

/** A date, with a time and a zone if they are known; UTC without a zone. */
export const ISO_TIME =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.][0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?'

export const TEXT_EDGES = '^[ \\t\\r\\n]+|[ \\t\\r\\n]+$'

export const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
] as const
