/**
 * The log of the server: lines of JSON. Every logger lets through all levels, and one check, before a line is made,
 * compares its level with that of its logger, so that levels can change while the server runs.
 */
import type { LineLevel, LogLevel } from '@logyard/contract/logging/log-levels'
import { type DestinationStream, type Logger, pino } from 'pino'
import { createLogLevels } from './log-levels.ts'
import { maskCredentials } from './mask-credentials.ts'
import { createRecentLines } from './recent-lines.ts'

export type ServerLog = ReturnType<typeof createServerLog>

/** Header and field names whose values are secrets anywhere in a log line. */
const SECRETS = ['password', 'old_password', 'token', 'authorization'].flatMap((name) => [name, `*.${name}`])

export const MAIN_LOGGER = 'logyard'
export const loggerNameOf = (subject: unknown): string =>
  typeof subject === 'string' ? `${MAIN_LOGGER}.${subject}` : MAIN_LOGGER

const LINE_LEVELS: Readonly<Record<number, LineLevel>> = {
  60: 'fatal',
  50: 'error',
  40: 'warn',
  30: 'info',
  20: 'debug',
  10: 'trace',
}
/** Lines of another number do not exist. */
export const lineLevelOf = (number: unknown): LineLevel => LINE_LEVELS[Number(number)] ?? 'info'

export function createServerLog(level: LogLevel, destination: DestinationStream) {
  const levels = createLogLevels(level)
  const recent = createRecentLines()
  const thresholds = new WeakMap<Logger, { readonly value: number }>()
  const early: LineLevel[] = []
  let written = (line: LineLevel): void => {
    early.push(line)
  }

  const both: DestinationStream = {
    write(line) {
      recent.add(line)
      destination.write(line)
    },
  }
  const main = levels.thresholdOf(MAIN_LOGGER)
  const log = pino(
    {
      level: 'trace',
      base: null,
      redact: { paths: SECRETS, censor: '<secret>' },
      onChild: (child) => thresholds.set(child, levels.thresholdOf(loggerNameOf(child.bindings()['subject']))),
      hooks: {
        logMethod(values, method, number) {
          if (number < (thresholds.get(this) ?? main).value) return
          written(lineLevelOf(number))
          method.apply(this, values)
        },
        streamWrite: maskCredentials,
      },
    },
    both,
  )
  return {
    /** Part of the logger `logyard`; a child with `subject: 'http'` is the logger `logyard.http`. */
    log,
    levels,
    recent,
    /** Calls the listener for each line, also for those written before. */
    onWritten(listener: (level: LineLevel) => void) {
      for (const line of early.splice(0)) listener(line)
      written = listener
    },
  }
}
