import { LogyardError } from '../errors.ts'

export const runTooSlow = (limitMs: number) =>
  new LogyardError(
    'invalid',
    'run-too-slow',
    `The pattern was stopped after ${limitMs / 1000} seconds. Simplify it, or use a shorter text.`,
  )

export const runTooLarge = () =>
  new LogyardError(
    'invalid',
    'run-too-large',
    'The pattern was stopped because it needs too much memory. Simplify it, or use a shorter text.',
  )

export const tooManyRuns = () =>
  new LogyardError('overloaded', 'too-many-runs', 'Too many patterns are being tested. Try again in a few seconds.', {
    retryAfterSeconds: 2,
  })
