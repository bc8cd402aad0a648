/** The severities of syslog, and the words that senders use for them. */

/** Names by number: 0 is the most severe. */
export const LEVEL_NAMES = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'] as const
export type LevelName = (typeof LEVEL_NAMES)[number]

/** Words in lower case. `fatal` is 0 and `trace` is 7, as in OpenTelemetry's mapping to syslog. */
export const LEVEL_WORDS: ReadonlyMap<string, number> = new Map([
  ['emergency', 0],
  ['emerg', 0],
  ['panic', 0],
  ['fatal', 0],
  ['alert', 1],
  ['critical', 2],
  ['crit', 2],
  ['error', 3],
  ['err', 3],
  ['severe', 3],
  ['warning', 4],
  ['warn', 4],
  ['notice', 5],
  ['info', 6],
  ['information', 6],
  ['informational', 6],
  ['debug', 7],
  ['trace', 7],
  ['verbose', 7],
])

/** The number of a stored level: 0 to 7 as a number or a text, or one of the words in any case. */
export function levelNumber(value: unknown): number | undefined {
  if (typeof value === 'string') return LEVEL_WORDS.get(value.toLowerCase()) ?? levelOfDigits(value)
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && LEVEL_NAMES[number] !== undefined ? number : undefined
}

const levelOfDigits = (text: string): number | undefined => (/^[0-7]$/.test(text) ? Number(text) : undefined)

/** One name for all spellings of a level, so that `3`, `err` and `ERROR` are counted together. */
export function levelName(value: unknown): LevelName | undefined {
  const number = levelNumber(value)
  return number === undefined ? undefined : LEVEL_NAMES[number]
}
