import { LEVEL_NUMBERS, LOG_LEVELS, type LogLevel } from '@logyard/contract/logging/log-levels'
import type { LogMessage } from '@logyard/contract/logging/loggers'
import { lineLevelOf, loggerNameOf } from '../platform/server-log/server-log.ts'

/** Lines of the log as the API shows them, without those that are less severe than `level`. */
export function logMessages(lines: readonly string[], level: LogLevel): readonly LogMessage[] {
  return lines.flatMap((line) => {
    const { level: number, time, subject, marker, msg, err, ...facts } = Object(JSON.parse(line))
    const lineLevel = lineLevelOf(number)
    if (LEVEL_NUMBERS[lineLevel] > LEVEL_NUMBERS[level]) return []
    return [
      {
        message: textOf(msg ?? Object(err).message ?? ''),
        class_name: loggerNameOf(subject),
        level: lineLevel.toUpperCase(),
        marker: typeof marker === 'string' ? marker : null,
        timestamp: new Date(Number(time)).toISOString(),
        throwable: err === undefined ? null : textOf(Object(err).stack ?? err),
        thread_name: 'main',
        context: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, textOf(value)])),
      },
    ]
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A name of a level in any case; undefined for other texts. */
export function findLogLevel(text: string): LogLevel | undefined {
  const wanted = text.toLowerCase()
  return LOG_LEVELS.find((level) => level === wanted)
}
