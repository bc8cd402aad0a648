import { booleanSetting } from '@logyard/codecs/config-fields'
import type { TransportDeps } from '../transport.ts'

/** Closed while processing is paused, the input is throttled, or the journal is full: then nothing is consumed. */
export type BrokerGate = ReturnType<typeof createBrokerGate>

const CHECK_MS = 250

export function createBrokerGate({ configuration, throttle, intake, clock }: TransportDeps) {
  const mayThrottle = booleanSetting(configuration, 'throttling_allowed', false)
  const isOpen = () => throttle.isProcessing() && !(mayThrottle && throttle.isThrottled()) && !intake.isFull()
  async function until(isReached: () => boolean, signal: AbortSignal): Promise<void> {
    while (!isReached()) await clock.sleep(CHECK_MS, signal)
  }
  return {
    isOpen,
    opened: (signal: AbortSignal) => until(isOpen, signal),
    closed: (signal: AbortSignal) => until(() => !isOpen(), signal),
  }
}
