import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Header and field names whose values are secrets wherever they turn up in a log line. */
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

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, redact: { paths: SECRETS, censor: '<secret>' } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
