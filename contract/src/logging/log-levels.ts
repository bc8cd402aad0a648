/** The levels of the server's log, and their numbers on the wire. These are not the numbers of syslog. */
import { type Static, Type } from 'typebox'
import { MAX_INT } from '../http/bounds.ts'

/** Levels from silent to verbose; the order is part of the contract. */
export const LOG_LEVELS = ['off', 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'all'] as const
export const LogLevel = Type.Enum(LOG_LEVELS, { title: 'LogLevel' })
export type LogLevel = Static<typeof LogLevel>

/** The levels that a line can have. */
export const LINE_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LineLevel = (typeof LINE_LEVELS)[number]

export const LEVEL_NUMBERS: Readonly<Record<LogLevel, number>> = {
  off: 0,
  fatal: 100,
  error: 200,
  warn: 300,
  info: 400,
  debug: 500,
  trace: 600,
  all: MAX_INT,
}
