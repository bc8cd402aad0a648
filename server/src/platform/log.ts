import { type DestinationStream, destination as fileDestination, type Logger, pino } from 'pino'

export type Log = Logger

/** Header and field names whose values are secrets anywhere in a log line. */
const SECRETS = [
  'password',
  'old_password',
  'token',
  'authorization',
  '*.password',
  '*.old_password',
  '*.token',
  '*.authorization',
]

const STANDARD_ERROR = 2

/** Lines of JSON on standard error: standard output has the messages for people. */
export function createLog(level: string, destination: DestinationStream = fileDestination(STANDARD_ERROR)): Log {
  return pino({ level, base: null, redact: { paths: SECRETS, censor: '<secret>' } }, destination)
}
