/** RabbitMQ and Kafka themselves, where they are installed; `npm run soak` sends more and kills them in between. */
import { join } from 'node:path'
import { Admin, Producer, stringSerializers } from '@platformatic/kafka'
import { connect } from 'amqplib'
import { afterAll, expect, test } from 'vitest'
import { amqpConfiguration, BROKER_INPUTS } from '../../../../testing/broker-inputs.ts'
import { rounds } from '../../../../testing/rounds.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { type BrokerProcess, hasKafka, hasRabbitMq, kafka, rabbitMq } from '../../testing/broker-processes.ts'
import { type InputsUnderTest, startInputs } from '../../testing/start-inputs.ts'

const COUNT = rounds(4000, 100_000)
const KILLS = rounds(1, 2)
const TEST_MS = rounds(120_000, 600_000)

/** Kafka serves all tests: each has topics and a consumer group of its own. */
const running = new AsyncDisposableStack()
let runningKafka: Promise<BrokerProcess> | undefined
afterAll(() => running.disposeAsync())

const startKafka = () =>
  (runningKafka ??= (async () => {
    const folder = running.use(await temporaryFolder())
    const broker = running.use(await kafka(join(folder.path, 'kafka')))
    await broker.start()
    return broker
  })())

test.skipIf(!hasRabbitMq)(
  'RabbitMQ is killed while it is consumed from: every message is stored',
  async () => {
    await using folder = await temporaryFolder()
    await using broker = await rabbitMq(join(folder.path, 'rabbitmq'))
    await broker.start()
    await publishAmqp(broker.port)
    await using world = await startInputs()
    const configuration = amqpConfiguration(broker.port, { parallel_queues: 2 })
    await expect(world.launch(BROKER_INPUTS.amqp, { ...configuration, broker_vhost: 'other' })).rejects.toThrow(
      `127.0.0.1:${broker.port} refuses the user guest in the virtual host other.`,
    )
    await expect(
      world.launch(BROKER_INPUTS.amqp, { ...configuration, broker_username: 'ada', broker_password: 'wrong' }),
    ).rejects.toThrow('refuses the login of the user ada.')
    const input = await world.launch(BROKER_INPUTS.amqp, configuration)
    await consumeThroughKills(world, broker, 'RabbitMQ')
    expect(world.inputs.getState(input.id)).toMatchObject({ state: 'RUNNING', detailed_message: null })
  },
  TEST_MS,
)

test.skipIf(!hasKafka)(
  'Kafka is killed while it is consumed from: every message is stored, also those of a new topic',
  async () => {
    const broker = await startKafka()
    await createTopic(broker.port, 'logs-1')
    await produce(broker.port, 'logs-1', 0, COUNT - 10)
    await using world = await startInputs()
    const configuration = {
      ...{ legacy_mode: false, bootstrap_server: `127.0.0.1:${broker.port}`, topic_filter: 'logs-.*', threads: 2 },
      ...{ fetch_min_bytes: 5, fetch_wait_max: 100, offset_reset: 'smallest', group_id: 'test' },
      custom_properties: 'metadata.max.age.ms=1000',
    }
    const input = await world.launch(BROKER_INPUTS.kafka, configuration)
    await consumeThroughKills(world, broker, 'Kafka', async () => {
      await createTopic(broker.port, 'logs-2')
      await produce(broker.port, 'logs-2', COUNT - 10, 10)
    })
    expect(world.inputs.getState(input.id)).toMatchObject({ state: 'RUNNING', detailed_message: null })
    // What is committed is not read again.
    await world.restart()
    await produce(broker.port, 'logs-1', COUNT, 1)
    expect(await world.receivedTexts(1)).toEqual([text(COUNT)])
  },
  TEST_MS,
)

test.skipIf(!hasKafka)(
  'two nodes of a consumer group share the partitions; one takes over when the other stops',
  async () => {
    const broker = await startKafka()
    await createTopic(broker.port, 'shared')
    const configuration = {
      ...{ legacy_mode: false, bootstrap_server: `127.0.0.1:${broker.port}`, topic_filter: '^shared$', threads: 1 },
      ...{ fetch_min_bytes: 5, fetch_wait_max: 100, offset_reset: 'smallest', group_id: 'shared' },
      custom_properties: 'heartbeat.interval.ms=500',
    }
    await using one = await startInputs()
    await one.launch(BROKER_INPUTS.kafka, configuration)
    await produce(broker.port, 'shared', 0, 500)
    expect((await one.receivedTexts(500)).length).toBe(500)
    await using other = await startInputs()
    const second = await other.launch(BROKER_INPUTS.kafka, configuration)
    await expect
      .poll(
        async () => {
          await produce(broker.port, 'shared', 1000, 20)
          return other.metric(second, 'incomingMessages')
        },
        { interval: 500 },
      )
      .toBeGreaterThan(0)
    await other.inputs.stop(second.id)
    await other.inputs.settled()
    await one.drain()
    await produce(broker.port, 'shared', 2000, 40)
    await expect
      .poll(async () => (await one.drain()).map(({ raw }) => Buffer.from(raw.payload).toString()))
      .toEqual(expect.arrayContaining([text(2039)]))
  },
  TEST_MS,
)

const text = (number: number) => `message ${number} ${'x'.repeat(200)}`

/** Kills and restarts the broker while the messages arrive; all have arrived at the end. */
async function consumeThroughKills(
  world: InputsUnderTest,
  broker: BrokerProcess,
  name: string,
  meanwhile = async () => undefined as unknown,
): Promise<void> {
  const seen = new Map<string, number>()
  const startedAtMs = performance.now()
  const take = async (count: number) => {
    await expect
      .poll(
        async () => {
          for (const { raw } of await world.drain()) {
            const body = Buffer.from(raw.payload).toString()
            seen.set(body, (seen.get(body) ?? 0) + 1)
          }
          return seen.size
        },
        { timeout: 300_000, interval: 5 },
      )
      .toBeGreaterThanOrEqual(count)
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await take(Math.floor((COUNT * kill) / (KILLS + 2)))
    await broker.kill()
    await broker.start()
  }
  await meanwhile()
  await take(COUNT)
  expect([...seen.keys()].toSorted()).toEqual(Array.from({ length: COUNT }, (_, index) => text(index)).toSorted())
  const repeated = [...seen.values()].reduce((sum, count) => sum + count - 1, 0)
  const seconds = (performance.now() - startedAtMs) / 1000
  if (COUNT > 10_000) {
    console.info(`${name}: ${COUNT} messages, ${KILLS} kills, ${repeated} stored twice, ${seconds.toFixed(1)} s`)
  }
}

async function publishAmqp(port: number): Promise<void> {
  const connection = await connect({ hostname: '127.0.0.1', port })
  const channel = await connection.createConfirmChannel()
  await channel.assertQueue('logs', { durable: true })
  for (let number = 0; number < COUNT; number += 1) {
    channel.sendToQueue('logs', Buffer.from(text(number)), { persistent: true })
    if (number % 1000 === 999) await channel.waitForConfirms()
  }
  await channel.waitForConfirms()
  await connection.close()
}

const client = (port: number) => ({ clientId: 'test', bootstrapBrokers: [`127.0.0.1:${port}`], retries: 20 })

async function createTopic(port: number, topic: string): Promise<void> {
  const admin = new Admin(client(port))
  await admin.createTopics({ topics: [topic], partitions: 4, replicas: 1 })
  await admin.close()
}

async function produce(port: number, topic: string, first: number, count: number): Promise<void> {
  const producer = new Producer({ ...client(port), serializers: stringSerializers, idempotent: true })
  for (let at = 0; at < count; at += 500) {
    const messages = Array.from({ length: Math.min(500, count - at) }, (_, index) => ({
      topic,
      key: String(first + at + index),
      value: text(first + at + index),
    }))
    await producer.send({ messages, acks: -1 })
  }
  await producer.close()
}
