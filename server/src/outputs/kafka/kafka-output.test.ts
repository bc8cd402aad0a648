import { join } from 'node:path'
import { KAFKA_OUTPUT } from '@logyard/contract/outputs/outputs'
import { Admin, Consumer } from '@platformatic/kafka'
import { expect, test } from 'vitest'
import { hasKafka, kafka } from '../../ingest/inputs/testing/broker-processes.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { fetchChecked } from '../../platform/outgoing/fetch-checked.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { SinkContext } from '../output-type.ts'
import { outputTypes } from '../output-types.ts'

const TEST_MS = 120_000
const COUNT = 2000

const context: SinkContext = {
  outputId: 'output',
  clock: systemClock,
  ids: createIds(systemClock.now),
  log: createLog('off'),
  signal: new AbortController().signal,
  fetchChecked,
  isUrlAllowed: async () => true,
}

const batch = (from: number, messages: number) => {
  const texts = Array.from({ length: messages }, (_, n) => `{"message":"number ${from + n}"}\0`)
  return { messages, bytes: new Uint8Array(Buffer.from(texts.join(''))) }
}

const openOutput = (port: number, topic: string) =>
  outputTypes.find(KAFKA_OUTPUT)?.open({ bootstrap_server: `127.0.0.1:${port}`, topic }, context)

test.skipIf(!hasKafka)(
  'a broker of Kafka gets each message, also after it was killed; a missing topic is a failure in words',
  async () => {
    await using folder = await temporaryFolder()
    await using broker = await kafka(join(folder.path, 'kafka'))
    await broker.start()
    const client = { clientId: 'test', bootstrapBrokers: [`127.0.0.1:${broker.port}`], retries: 20 }
    const admin = new Admin(client)
    await admin.createTopics({ topics: ['logs'], partitions: 2, replicas: 1 })
    await admin.close()

    using wrong = await openOutput(broker.port, 'missing')
    await expect(wrong?.send(batch(0, 1))).rejects.toThrow(/\w+ \w+/)
    using sink = await openOutput(broker.port, 'logs')
    expect(await sink?.send(batch(0, COUNT))).toBe(0)
    await broker.kill()
    await expect(sink?.send(batch(COUNT, 1))).rejects.toThrow(
      `Nothing answers at 127.0.0.1:${broker.port} (connection refused).`,
    )
    await broker.start()
    await expect.poll(() => sink?.send(batch(COUNT, 1)), { timeout: 60_000 }).toBe(0)

    const consumer = new Consumer({ ...client, groupId: 'test' })
    const stream = await consumer.consume({ topics: ['logs'], mode: 'earliest' })
    const seen = new Set<string>()
    for await (const { value } of stream) {
      seen.add(JSON.parse(value.toString()).message)
      if (seen.size === COUNT + 1) break
    }
    await consumer.close(true)
    expect(seen).toEqual(new Set(Array.from({ length: COUNT + 1 }, (_, n) => `number ${n}`)))
  },
  TEST_MS,
)
