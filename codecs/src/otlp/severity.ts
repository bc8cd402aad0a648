/** The severities of OpenTelemetry as syslog levels, by the table in its data model. */
const LEVEL_OF_NUMBER = [7, 7, 7, 7, 7, 7, 7, 7, 6, 5, 5, 5, 4, 4, 4, 4, 3, 2, 1, 1, 0, 0, 0, 0]

const LEVEL_OF_TEXT: ReadonlyMap<string, number> = new Map([
  ['trace', 7],
  ['debug', 7],
  ['info', 6],
  ['information', 6],
  ['informational', 6],
  ['notice', 5],
  ['warn', 4],
  ['warning', 4],
  ['error', 3],
  ['err', 3],
  ['critical', 2],
  ['crit', 2],
  ['alert', 1],
  ['fatal', 0],
  ['emergency', 0],
  ['emerg', 0],
])

/** The number takes precedence; the text is used without one. */
export function levelOfSeverity(number: number, text: string): number | undefined {
  return LEVEL_OF_NUMBER[number - 1] ?? LEVEL_OF_TEXT.get(text.trim().toLowerCase())
}
