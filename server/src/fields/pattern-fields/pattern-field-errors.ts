import { LogyardError } from '../../platform/errors.ts'

export const patternFieldNotFound = (id: string) =>
  new LogyardError('not-found', 'pattern-field-not-found', `There is no field of a pattern with the id ${id}`)

export const patternFieldNameRefused = (name: string, why: string) =>
  new LogyardError('invalid', 'pattern-field-name-refused', `A field of a pattern cannot be called ${name}: ${why}`)

export const patternFieldNameTaken = (name: string) =>
  new LogyardError('conflict', 'pattern-field-name-taken', `Another field of a pattern is called ${name} already`)

export const tooManyPatternFields = (most: number) =>
  new LogyardError('conflict', 'too-many-pattern-fields', `There are ${most} fields of patterns already, the maximum`)

export const patternChanged = () =>
  new LogyardError(
    'conflict',
    'pattern-changed',
    'The pattern has no such variable part: its messages have changed since it was listed. List the patterns again',
  )

export const patternTooLong = (name: string) =>
  new LogyardError(
    'invalid',
    'pattern-field-too-long',
    `${name} is too far behind in the text: the search store could not take it out of every message`,
  )

export const noNumbersInPart = (name: string) =>
  new LogyardError(
    'invalid',
    'pattern-field-without-numbers',
    `${name} cannot be a number: no value of this part is one. Make it a text`,
  )
