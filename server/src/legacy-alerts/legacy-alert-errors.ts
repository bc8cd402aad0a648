import { LogyardError } from '../platform/errors.ts'

export const alertConditionNotFound = (streamId: string, id: string) =>
  new LogyardError(
    'not-found',
    'alert-condition-not-found',
    `Alert condition <${id}> for stream <${streamId}> not found`,
  )

export const alertConditionTypeUnknown = (type: string) =>
  new LogyardError('invalid', 'alert-condition-type-unknown', `Unable to load alert condition of type ${type}`)

export const alertConditionRefused = () =>
  new LogyardError('invalid', 'alert-condition-refused', 'Invalid alert condition parameters')

export const tooManyAlertConditions = (limit: number) =>
  new LogyardError(
    'invalid',
    'too-many-alert-conditions',
    `The stream has ${limit} alert conditions, which is the limit`,
  )

export const legacyAlertNotFound = (id: string) =>
  new LogyardError('not-found', 'legacy-alert-not-found', `Alert <${id}> not found`)

export const alarmCallbackNotFound = (id: string) =>
  new LogyardError('not-found', 'alarm-callback-not-found', `Alarm callback <${id}> not found`)

export const alarmCallbackTypeUnknown = () =>
  new LogyardError('invalid', 'alarm-callback-type-unknown', 'Invalid alarm callback type.')

export const alarmCallbackRefused = (reason: string) => new LogyardError('invalid', 'alarm-callback-refused', reason)

export const tooManyAlarmCallbacks = (limit: number) =>
  new LogyardError('invalid', 'too-many-alarm-callbacks', `The stream has ${limit} alarm callbacks, which is the limit`)

export const alarmCallbackFailed = (reason: string, options: ErrorOptions = {}) =>
  new LogyardError('failed', 'alarm-callback-failed', reason, options)

export const streamWithoutCallbacks = () =>
  new LogyardError(
    'invalid',
    'stream-without-alarm-callbacks',
    'Stream has no alarm callbacks, cannot send test alert.',
  )

export const alertReceiverRefused = (reason: string) => new LogyardError('invalid', 'alert-receiver-refused', reason)
