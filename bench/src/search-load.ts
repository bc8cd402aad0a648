/** Sends messages at a constant rate until it is stopped, in a separate process. */
import { setTimeout } from 'node:timers/promises'
import { demoGelf } from '@logyard/codecs/demo/demo-message'
import { seededFractions } from '@logyard/codecs/demo/dice'
import { createShopTraffic } from '@logyard/codecs/demo/shop-traffic'
import { connectGelf } from '../../bin/demo/gelf-sender.ts'

export interface Load {
  readonly port: number
  readonly perSecond: number
  /** The timestamp of the first message. */
  readonly fromMs: number
}

const TURN_MS = 20
const CYCLE_MS = 3_600_000

async function run({ port, perSecond, fromMs }: Load): Promise<void> {
  await using sender = await connectGelf('127.0.0.1', port)
  const traffic = createShopTraffic({ random: seededFractions(2), startMs: fromMs, cycleMs: CYCLE_MS })
  const startedAtMs = performance.now()
  for (let sent = 0; process.connected; await setTimeout(TURN_MS)) {
    const passedMs = performance.now() - startedAtMs
    const due = (passedMs * perSecond) / 1000
    while (sent < due) {
      const happening = traffic.next(fromMs + passedMs)
      for (const message of happening) await sender.send(demoGelf(message))
      sent += happening.length
    }
    await sender.flush()
  }
}

process.once('message', (load: Load) => void run(load))
