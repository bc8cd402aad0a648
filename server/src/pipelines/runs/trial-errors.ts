import { LogyardError } from '../../platform/errors.ts'

export const trialRefused = (reason: string) => new LogyardError('invalid', 'trial-refused', reason)

export const trialTooSlow = (limitMs: number) =>
  new LogyardError(
    'invalid',
    'trial-too-slow',
    `The trial was stopped after ${limitMs / 1000} seconds. Try fewer messages.`,
  )
