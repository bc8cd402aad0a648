/** Generates random HTTP access messages, to try things out before there are senders. */
import { booleanSetting, countSetting, textSetting } from '@logyard/codecs/config-fields'
import { createRandomHttpGenerator } from '@logyard/codecs/random/random-http-generator'
import { NOBODY } from './intake.ts'
import type { StartTransport } from './transport.ts'

const SLEEP_MS = 25
const DEVIATION_PERCENT = 30
const THROTTLED_MS = 1000
const UINT32 = 2 ** 32

export const randomTransport: StartTransport = async ({ configuration, intake, throttle, clock, ids }) => {
  const sleepMs = countSetting(configuration, 'sleep', SLEEP_MS)
  const deviation = Math.min(countSetting(configuration, 'sleep_deviation', DEVIATION_PERCENT), 100) / 100
  const mayThrottle = booleanSetting(configuration, 'throttling_allowed', false)
  const random = () => ids.bytes(4).readUInt32BE() / UINT32
  const generator = createRandomHttpGenerator({ source: textSetting(configuration, 'source') ?? 'example.org', random })
  const stopping = new AbortController()

  async function generate(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      const mustWait = mayThrottle && throttle.isThrottled()
      if (!mustWait) {
        const payload = generator.next(clock.now().getTime())
        while (!intake.append(payload, NOBODY)) await intake.writable(signal)
      }
      await clock.sleep(mustWait ? THROTTLED_MS : sleepMs * (1 + deviation * (2 * random() - 1)), signal)
    }
  }
  const generating = generate().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await generating
    },
  }
}
