/** Runs one alarm callback, and says how it went. */
import { reasonOf } from '../../platform/outgoing/reason-of.ts'
import { alarmCallbackFailed } from '../legacy-alert-errors.ts'
import type { Alarm } from './alarm.ts'
import type { AlarmCallbackTypes, CallbackConfiguration } from './callback-type.ts'

/** A mail to many receivers takes the longest. */
const RUN_LIMIT_MS = 300_000

export interface CallbackRun {
  readonly type: string
  readonly configuration: CallbackConfiguration
  readonly isTest: boolean
}

/** Rejects with `alarmCallbackFailed`, whose message says why. */
export async function runCallback(
  types: AlarmCallbackTypes,
  { type, configuration, isTest }: CallbackRun,
  alarm: Alarm,
  signal: AbortSignal,
): Promise<void> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(RUN_LIMIT_MS)])
  try {
    await types.get(type).run(configuration, alarm, { isTest, signal: limited })
  } catch (error) {
    if (signal.aborted) throw error
    throw alarmCallbackFailed(reasonOf(error), { cause: error })
  }
}
