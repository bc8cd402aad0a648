import { LogyardError } from '../platform/errors.ts'

export const alertNotFound = (id: string) => new LogyardError('not-found', 'alert-not-found', `There is no alert ${id}`)

export const quietTimeNotFound = (id: string) =>
  new LogyardError('not-found', 'quiet-time-not-found', `There is no quiet time ${id}`)

export const tooManyQuietTimes = (limit: number) =>
  new LogyardError('invalid', 'too-many-quiet-times', `There are ${limit} quiet times already, which is the limit`)

export const tooManyComments = (limit: number) =>
  new LogyardError('invalid', 'too-many-alert-comments', `The alert has ${limit} comments already, which is the limit`)

export const alertChangeRefused = (reason: string) => new LogyardError('invalid', 'alert-change-refused', reason)

export const alertReopened = () =>
  new LogyardError('conflict', 'alert-open-already', 'A newer alert about the same is not resolved yet')
