/** How alarm callbacks of one type are configured and run. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { coerceConfiguration } from '../../configured/coerce-configuration.ts'
import { LogyardError } from '../../platform/errors.ts'
import { alarmCallbackRefused, alarmCallbackTypeUnknown } from '../legacy-alert-errors.ts'
import type { Alarm } from './alarm.ts'

export type CallbackConfiguration = Readonly<Record<string, unknown>>

export interface AlarmCallbackType {
  readonly type: string
  readonly name: string
  /** `usernames` are offered as receivers. */
  fields(usernames: readonly string[]): ConfigRequest
  /** Throws if the configuration cannot work. */
  check(configuration: CallbackConfiguration): Promise<void>
  /** Rejects if it fails. `isTest`: the caller sees the failure, so nobody else is told of it. */
  run(configuration: CallbackConfiguration, alarm: Alarm, options: RunOptions): Promise<void>
}

export interface RunOptions {
  readonly isTest: boolean
  readonly signal: AbortSignal
}

export type AlarmCallbackTypes = ReturnType<typeof createAlarmCallbackTypes>

export function createAlarmCallbackTypes(all: readonly AlarmCallbackType[]) {
  /** Throws if there is no such type. */
  function get(type: string): AlarmCallbackType {
    const found = all.find((candidate) => candidate.type === type)
    if (found === undefined) throw alarmCallbackTypeUnknown()
    return found
  }
  return {
    all,
    get,
    /** Converts the values to the types of their fields, and checks them. */
    async read(type: string, configuration: CallbackConfiguration) {
      const callbackType = get(type)
      const coerced = coerce(callbackType, configuration)
      await callbackType.check(coerced)
      return coerced
    },
  }
}

function coerce(type: AlarmCallbackType, configuration: CallbackConfiguration): Record<string, unknown> {
  try {
    return coerceConfiguration(type.fields([]), configuration)
  } catch (error) {
    if (error instanceof LogyardError && error.code === 'validation-failed') {
      throw alarmCallbackRefused('Invalid configuration map')
    }
    throw error
  }
}

export const textIn = (configuration: CallbackConfiguration, name: string): string => {
  const value = configuration[name]
  return typeof value === 'string' ? value.trim() : ''
}
