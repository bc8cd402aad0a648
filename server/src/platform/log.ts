import { resolve } from 'node:path'
import type { LogLevel } from '@logyard/contract/logging/log-levels'
import { type DestinationStream, destination as fileDestination, type Logger } from 'pino'
import type { Config } from './config.ts'
import { createRotatingFile, LOG_FILE_LIMITS } from './rotating-file.ts'
import { createServerLog, type ServerLog } from './server-log/server-log.ts'

export type Log = Logger

const STANDARD_ERROR = 2

/** Lines of JSON; on standard error by default, because standard output has the messages for people. */
export const createLog = (level: LogLevel, destination: DestinationStream = fileDestination(STANDARD_ERROR)): Log =>
  createServerLog(level, destination).log

/** The file that receives the log; `undefined` if it goes to standard error. In a terminal `auto` means the file. */
export function logFileOf({ LOGYARD_LOG, LOGYARD_DATA }: Config, isTerminal: boolean): string | undefined {
  if (LOGYARD_LOG === 'stderr' || (LOGYARD_LOG === 'auto' && !isTerminal)) return undefined
  return resolve(LOGYARD_DATA, 'log', 'logyard.log')
}

/** The log of a server; without a file it goes to standard error. */
export const openServerLog = (level: LogLevel, file: string | undefined): ServerLog =>
  createServerLog(
    level,
    file === undefined ? fileDestination(STANDARD_ERROR) : createRotatingFile(file, LOG_FILE_LIMITS),
  )
