import { LogyardError } from '../platform/errors.ts'

export const subsystemUnknown = (key: string) =>
  new LogyardError('not-found', 'logging-subsystem-unknown', `No such logging subsystem: [${key}]`)

export const loggerNameRefused = (maxLength: number) =>
  new LogyardError(
    'invalid',
    'logger-name-refused',
    `The name of a logger has at most ${maxLength} characters: letters, digits, and any of . - _ $`,
  )

export const loggersTooMany = (limit: number) =>
  new LogyardError('invalid', 'loggers-too-many', `At most ${limit} loggers can have a level of their own.`)
