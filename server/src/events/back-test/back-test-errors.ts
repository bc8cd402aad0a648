import { LogyardError } from '../../platform/errors.ts'

export const backTestUnsupported = (type: string) =>
  new LogyardError(
    'invalid',
    'back-test-unsupported',
    `Conditions of the type ${type.slice(0, 100)} cannot be tested on the past.`,
  )

export const backTestTooFine = () =>
  new LogyardError(
    'invalid',
    'back-test-too-fine',
    'The times of the cron expression and the length of the window have no common measure: use whole minutes.',
  )
