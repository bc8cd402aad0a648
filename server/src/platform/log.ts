import { resolve } from 'node:path'
import { type DestinationStream, destination as fileDestination, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { createRotatingFile, LOG_FILE_LIMITS } from './rotating-file.ts'

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

/** Lines of JSON; on standard error by default, because standard output has the messages for people. */
export function createLog(level: string, destination: DestinationStream = fileDestination(STANDARD_ERROR)): Log {
  return pino({ level, base: null, redact: { paths: SECRETS, censor: '<secret>' } }, destination)
}

/** The file that receives the log; `undefined` if it goes to standard error. In a terminal `auto` means the file. */
export function logFileOf({ LOGYARD_LOG, LOGYARD_DATA }: Config, isTerminal: boolean): string | undefined {
  if (LOGYARD_LOG === 'stderr' || (LOGYARD_LOG === 'auto' && !isTerminal)) return undefined
  return resolve(LOGYARD_DATA, 'log', 'logyard.log')
}

export const createLogFile = (level: string, path: string): Log =>
  createLog(level, createRotatingFile(path, LOG_FILE_LIMITS))
