import { booleanSetting } from '@logyard/codecs/config-fields'
import type { TransportDeps } from '../transport.ts'

/** Closed while processing is paused, the input is throttled, or the journal is full: then nothing is consumed. */
export interface BrokerGate {
  isOpen(): boolean
  opened(signal: AbortSignal): Promise<void>
  closed(signal: AbortSignal): Promise<void>
}

const CHECK_MS = 250

export function createBrokerGate({ configuration, throttle, intake, clock }: TransportDeps): BrokerGate {
  const mayThrottle = booleanSetting(configuration, 'throttling_allowed', false)
  const isOpen = () => throttle.isProcessing() && !(mayThrottle && throttle.isThrottled()) && !intake.isFull()
  async function until(isReached: () => boolean, signal: AbortSignal): Promise<void> {
    while (!isReached()) await clock.sleep(CHECK_MS, signal)
  }
  return {
    isOpen,
    opened: (signal) => until(isOpen, signal),
    closed: (signal) => until(() => !isOpen(), signal),
  }
}
