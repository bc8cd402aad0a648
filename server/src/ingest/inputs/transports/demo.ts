/** Generates the logs of a shop, to try out searches and charts before there are senders. */
import { countSetting } from '@logyard/codecs/config-fields'
import { demoGelf } from '@logyard/codecs/demo/demo-message'
import { createShopTraffic } from '@logyard/codecs/demo/shop-traffic'
import { NOBODY } from './intake.ts'
import type { StartTransport } from './transport.ts'

const RATE = 50
/** A bound against typing errors; far more than a demo needs. */
const MAX_RATE = 5000
const TURN_MS = 100
/** The errors in the data begin and end within this time. */
const STORY_MS = 3_600_000
const UINT32 = 2 ** 32

export const demoTransport: StartTransport = async ({ configuration, intake, clock, ids }) => {
  const rate = Math.min(countSetting(configuration, 'rate', RATE), MAX_RATE)
  const random = () => ids.bytes(4).readUInt32BE() / UINT32
  const traffic = createShopTraffic({ random, startMs: clock.now().getTime(), cycleMs: STORY_MS })
  const stopping = new AbortController()

  async function generate(): Promise<void> {
    const { signal } = stopping
    let due = 0
    let beforeMs = clock.monotonicMs()
    while (!signal.aborted) {
      const nowMs = clock.monotonicMs()
      // Messages that a full journal delayed are not made up for.
      due += Math.min(1, (nowMs - beforeMs) / 1000) * rate
      beforeMs = nowMs
      while (due >= 1) {
        for (const message of traffic.next(clock.now().getTime())) {
          due -= 1
          const payload = Buffer.from(demoGelf(message))
          while (!intake.append(payload, NOBODY)) await intake.writable(signal)
        }
      }
      await clock.sleep(TURN_MS, signal)
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
