import { createServer } from 'node:net'
import { gelfCodec } from '@logyard/codecs/gelf/gelf-codec'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { expect, test } from 'vitest'
import { amqpConfiguration, BROKER_INPUTS } from '../../../../testing/broker-inputs.ts'
import { fixedClock } from '../../../../testing/fixed-clock.ts'
import { startHostilePeer } from '../../../../testing/hostile-peers/hostile-peer.ts'
import { MAX_RAW_BYTES } from '../../../journal/journal.ts'
import { type AmqpBroker, startAmqpBroker } from '../../testing/amqp-broker.ts'
import { startInputs } from '../../testing/start-inputs.ts'

const RAW = BROKER_INPUTS.amqp
const GELF = 'org.graylog2.inputs.gelf.amqp.GELFAMQPInput'

const settings = ({ port }: Pick<AmqpBroker, 'port'>, further: InputConfiguration = {}): InputConfiguration =>
  amqpConfiguration(port, further)
const numbered = (count: number, first = 0) => Array.from({ length: count }, (_, index) => `message ${first + index}`)

test('messages are acknowledged once they are on the disk, and keep their bytes', async () => {
  await using broker = await startAmqpBroker()
  const disk = Promise.withResolvers<void>()
  await using world = await startInputs({}, { disk: disk.promise })
  const input = await world.launch(GELF, settings(broker))
  const bodies = ['{"version":"1.1","host":"a","short_message":"hello"}', Buffer.from([0xff, 0xfe, 0x00, 0x41])]
  broker.publish('logs', ...bodies)
  await expect.poll(() => world.metric(input, 'incomingMessages')).toBe(2)
  expect(broker.unacknowledged()).toBe(2)
  disk.resolve()
  await expect.poll(() => broker.unacknowledged()).toBe(0)
  const records = await world.received(2)
  expect(records.map(({ raw }) => Buffer.from(raw.payload))).toEqual(bodies.map((body) => Buffer.from(body)))
  expect(records[0]).toMatchObject({ origin: { codec: 'gelf' }, raw: { remoteAddress: '', remotePort: 0 } })
  const [first] = records
  if (first === undefined) throw new Error('nothing was received')
  expect(gelfCodec.create({})(first.raw)).toMatchObject({ ok: true, messages: [{ message: 'hello' }] })
  expect(world.metric(input, 'read_bytes_total')).toBe(Buffer.concat(bodies.map((body) => Buffer.from(body))).length)
  expect(world.metric(input, 'written_bytes_total')).toBe(0)
})

test('a lost connection is made again, and messages without an acknowledgement are delivered again', async () => {
  await using broker = await startAmqpBroker()
  const disk = Promise.withResolvers<void>()
  await using world = await startInputs({}, { disk: disk.promise })
  const input = await world.launch(RAW, settings(broker))
  broker.publish('logs', ...numbered(3))
  await expect.poll(() => world.metric(input, 'incomingMessages')).toBe(3)
  broker.cut()
  await expect
    .poll(() => world.inputs.getState(input.id))
    .toMatchObject({ state: 'RUNNING', detailed_message: expect.stringMatching(/^The connection to .* is lost/) })
  // The three are delivered again, because nothing was acknowledged.
  await expect.poll(() => world.metric(input, 'incomingMessages')).toBe(6)
  expect(world.inputs.getState(input.id).detailed_message).toBeNull()
  disk.resolve()
  await expect.poll(() => broker.unacknowledged()).toBe(0)
  expect(await world.receivedTexts(6)).toEqual([...numbered(3), ...numbered(3)])
})

test('while the journal is full messages stay at the broker; then each arrives once and in order', async () => {
  await using broker = await startAmqpBroker()
  await using world = await startInputs({ sizeLimitBytes: 2 ** 20 })
  const input = await world.launch(RAW, settings(broker))
  const bodies = numbered(6000).map((text) => `${text} ${'x'.repeat(500)}`)
  broker.publish('logs', ...bodies)
  await expect.poll(() => world.journal.isFull() && broker.unacknowledged() === 0).toBe(true)
  expect(broker.ready('logs')).toBeGreaterThan(1000)
  expect(broker.consumers()).toBe(0)
  const texts: string[] = []
  await expect
    .poll(
      async () => {
        for (const { raw } of await world.drain()) texts.push(Buffer.from(raw.payload).toString())
        return texts.length
      },
      { timeout: 20_000 },
    )
    .toBe(bodies.length)
  expect(texts).toEqual(bodies)
  expect(world.metric(input, 'incomingMessages')).toBe(bodies.length)
})

test('parallel queues are declared, bound to the exchange and consumed', async () => {
  await using broker = await startAmqpBroker({ exchanges: ['events'] })
  await using world = await startInputs()
  const bound = { queue: 'logs-%d', parallel_queues: 3, exchange_bind: true, exchange: 'events', routing_key: 'app.*' }
  await world.launch(RAW, settings(broker, { ...bound, broker_username: 'ada', broker_password: 'secret' }))
  expect(broker.bindings).toEqual(['logs-0 events app.*', 'logs-1 events app.*', 'logs-2 events app.*'])
  expect(broker.users).toEqual(['ada:secret'])
  for (const queue of ['logs-0', 'logs-1', 'logs-2']) broker.publish(queue, queue)
  expect((await world.receivedTexts(3)).toSorted()).toEqual(['logs-0', 'logs-1', 'logs-2'])
})

test('a message that is too long is discarded as a failure, or returns to the queue after a while', async () => {
  const tooLong = Buffer.alloc(MAX_RAW_BYTES + 1, 'x')
  await using broker = await startAmqpBroker()
  await using world = await startInputs()
  const discarding = await world.launch(RAW, settings(broker, { requeue_invalid_messages: false }))
  broker.publish('logs', tooLong, 'after it')
  const records = await world.received(2)
  expect(records.map(({ origin }) => origin.codec)).toEqual(['refused', 'raw'])
  expect(records[0]?.origin.configuration).toMatchObject({ reason: 'too-long' })
  await expect.poll(() => broker.unacknowledged()).toBe(0)
  expect(world.metric(discarding, 'invalidMessages')).toBe(1)

  const requeueing = await world.launch(RAW, settings(broker, { queue: 'others' }))
  broker.publish('others', tooLong, 'after it')
  expect(await world.receivedTexts(1)).toEqual(['after it'])
  await expect.poll(() => broker.unacknowledged()).toBe(1)
  await world.inputs.stop(requeueing.id)
  await world.inputs.settled()
  expect(broker.ready('others')).toBe(1)
})

test('the state says why a broker cannot be consumed from', async () => {
  await using broker = await startAmqpBroker({ user: 'ada' })
  await using world = await startInputs()
  const refused = 'the input is FAILED: 127.0.0.1:'
  await expect(world.launch(RAW, settings(broker))).rejects.toThrow(
    `${refused}${broker.port} refuses the login of the user guest.`,
  )
  const ada = { broker_username: 'ada', broker_password: 'x' }
  await expect(world.launch(RAW, settings(broker, { ...ada, exchange_bind: true }))).rejects.toThrow(
    `${refused}${broker.port} answers: no exchange 'logs' in vhost '/'.`,
  )
  await expect(world.launch(RAW, settings(broker, { ...ada, tls: true }))).rejects.toThrow(
    `${refused}${broker.port} does not speak TLS on this port.`,
  )
  const closing = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => void closing.listen(0, '127.0.0.1', () => resolve()))
  await using _closed = { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => closing.close(() => resolve())) }
  const address = closing.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(world.launch(RAW, settings({ port }))).rejects.toThrow(
    `${refused}${port} closes new connections. It may expect TLS, or speak no AMQP 0-9-1.`,
  )
})

test('a handshake that arrives byte by byte is over after 10 seconds', async () => {
  await using peer = await startHostilePeer({ protocol: 'amqp', behaviour: 'slow' })
  const clock = fixedClock('2026-06-15T10:00:00Z')
  await using world = await startInputs({}, { clock })
  const launching = world.launch(RAW, settings(peer)).catch((error: unknown) => error)
  await expect.poll(() => peer.badResponses()).toBe(1)
  clock.advance(10_000)
  expect(await launching).toMatchObject({ message: expect.stringContaining('does not answer (timed out).') })
  await expect.poll(() => peer.openConnections()).toBe(0)
})

test('an input whose broker is not there yet starts by itself when it is', async () => {
  const broker = await startAmqpBroker()
  await broker[Symbol.asyncDispose]()
  const clock = fixedClock('2026-06-15T10:00:00Z')
  await using world = await startInputs({}, { clock })
  await expect(world.launch(RAW, settings(broker))).rejects.toThrow(
    `Nothing answers at 127.0.0.1:${broker.port} (connection refused).`,
  )
  expect(await world.notifications.list()).toMatchObject([{ type: 'input_failed_to_start' }])
  await using again = await startAmqpBroker({ port: broker.port })
  clock.advance(10_000)
  await expect.poll(() => world.inputs.listStates()[0]?.state).toBe('RUNNING')
  await expect.poll(() => world.notifications.list()).toEqual([])
  again.publish('logs', 'hello')
  expect(await world.receivedTexts(1)).toEqual(['hello'])
})

test('a broker that does not answer a request to consume is asked again, and does not hold up the stop', async () => {
  let requests = 0
  let hasLeader = false
  const isWithoutLeader = () => {
    requests += 1
    return !hasLeader
  }
  await using broker = await startAmqpBroker({ isWithoutLeader })
  const clock = fixedClock('2026-06-15T10:00:00Z')
  await using world = await startInputs({}, { clock })
  const input = await world.launch(RAW, settings(broker))
  await expect.poll(() => requests).toBe(1)
  clock.advance(15_000)
  const trouble = 'The broker does not deliver from the queue logs. Logyard keeps trying to reconnect.'
  await expect.poll(() => world.inputs.getState(input.id).detailed_message).toBe(trouble)
  hasLeader = true
  clock.advance(1000)
  broker.publish('logs', 'hello')
  expect(await world.receivedTexts(1)).toEqual(['hello'])

  hasLeader = false
  broker.cut()
  await expect.poll(() => world.inputs.getState(input.id).detailed_message).toMatch(/ is lost: /)
  clock.advance(1000)
  await expect.poll(() => requests).toBe(3)
  await world.inputs.stop(input.id)
  await world.inputs.settled()
})
