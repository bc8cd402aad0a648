import { LogyardError, validationFailed } from '../platform/errors.ts'

export const grokPatternNotFound = (id: string) =>
  new LogyardError('not-found', 'grok-pattern-not-found', `Couldn't find Grok pattern with ID ${id}`)

export const grokPatternRefused = (sentence: string) => validationFailed({ _: [sentence] })

export const grokNameTaken = (name: string) => grokPatternRefused(`Grok pattern ${name} already exists`)

/** The pattern was only tried, not stored. */
export const grokTestRefused = (sentence: string) => new LogyardError('invalid', 'grok-pattern-invalid', sentence)
