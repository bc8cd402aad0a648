/** The severities of OpenTelemetry as syslog levels, by the table in its data model. */
import { levelNumber } from '@logyard/contract/messages/message-levels'

const LEVEL_OF_NUMBER = [7, 7, 7, 7, 7, 7, 7, 7, 6, 5, 5, 5, 4, 4, 4, 4, 3, 2, 1, 1, 0, 0, 0, 0]

/** The number takes precedence; the text is used without one. */
export const levelOfSeverity = (number: number, text: string): number | undefined =>
  LEVEL_OF_NUMBER[number - 1] ?? levelNumber(text.trim())
