/**
 * Brokers that complete the handshake, and then misbehave: the input tells it in words and connects again, another input
 * goes on, and nothing piles up.
 */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { amqpConfiguration, BROKER_INPUTS, kafkaConfiguration } from '../../../../testing/broker-inputs.ts'
import {
  HOSTILE_BEHAVIOURS,
  type HostileBehaviour,
  type HostilePeer,
  startHostilePeer,
} from '../../../../testing/hostile-peers/hostile-peer.ts'
import { rounds } from '../../../../testing/rounds.ts'
import type { JournalRecord } from '../../../journal/journal-block.ts'
import { type InputsUnderTest, startInputs } from '../../testing/start-inputs.ts'

type Broker = keyof typeof BROKER_INPUTS
const BROKERS: readonly Broker[] = ['kafka', 'amqp']

const configurationFor = {
  kafka: kafkaConfiguration,
  amqp: (port: number) => amqpConfiguration(port, { heartbeat: 1 }),
}

/** Limit on a machine with other work. */
const POLL = { timeout: 240_000 }
const PATIENCE = { timeout: rounds(10, 60) * 60_000 }
/** One of the subscription, and one of the consumer. */
const MAX_OPEN = 2
/** An input takes some responses as they are, such as messages of a topic that it did not ask for. */
const ENOUGH_RESPONSES = 20
/** The process may have grown by this much after a behaviour. */
const MAX_GROWTH_MB = 1500

/** How many inputs meet each behaviour, each another form first; they meet further ones as they connect again. */
const FORMS: Readonly<Record<Broker, Readonly<Record<HostileBehaviour, number>>>> = {
  kafka: {
    cut: rounds(1, 20),
    wrong: rounds(3, 40),
    endless: rounds(1, 3),
    // Several requests have to time out before a slow broker is told from a quiet one.
    slow: rounds(0, 2),
    empty: rounds(1, 2),
    random: rounds(1, 20),
  },
  amqp: {
    cut: rounds(1, 20),
    wrong: rounds(4, 40),
    endless: rounds(1, 3),
    slow: rounds(1, 2),
    empty: rounds(1, 2),
    random: rounds(1, 20),
  },
}
const AT_ONCE = 2
/** The form of `endless` in which a broker ignores that the connection ends. */
const FRAMES_AFTER_ERROR = 1

/** With these brokers an input waits until its own time limits, and needs hardly any processor time. */
const SILENT: readonly HostileBehaviour[] = ['slow', 'empty']

let world: InputsUnderTest
/** The results for silent brokers, which are met from the start: the time limits pass while other tests run. */
const silent = new Map<string, Promise<Met>>()
beforeAll(async () => {
  world = await startInputs()
  for (const broker of BROKERS) {
    for (const behaviour of SILENT) {
      const meeting = meetForms(broker, behaviour)
      // It may fail before its test waits for it.
      meeting.catch(() => undefined)
      silent.set(`${broker} ${behaviour}`, meeting)
    }
  }
})
afterAll(() => world?.[Symbol.asyncDispose]())

async function launch(broker: Broker, { port }: HostilePeer): Promise<string> {
  const draft = {
    title: broker,
    type: BROKER_INPUTS[broker],
    global: true,
    configuration: configurationFor[broker](port),
  }
  return (await world.inputs.kind.create({ settings: draft }, 'ada')).id
}

const stateOf = (id: string) => world.inputs.getState(id)

interface Form {
  readonly broker: Broker
  readonly behaviour: HostileBehaviour
  readonly seed: number
}

/** Resolves to what the state says of the broker. */
async function meet({ broker, behaviour, seed }: Form): Promise<readonly string[]> {
  await using peer = await startHostilePeer({ protocol: broker, behaviour, seed, after: 'handshake' })
  const id = await launch(broker, peer)
  const told = new Set<string>()
  await vi.waitFor(() => {
    told.add(stateOf(id).detailed_message ?? '')
    expect(peer.openConnections()).toBeLessThanOrEqual(MAX_OPEN)
    expect(peer.badResponses() >= ENOUGH_RESPONSES || told.size > 1).toBe(true)
  }, POLL)
  await world.inputs.kind.delete(id)
  await vi.waitFor(() => expect(peer.openConnections()).toBe(0), POLL)
  return [...told].filter((words) => words !== '')
}

interface Met {
  readonly rssBefore: number
  readonly words: readonly string[]
}

async function meetForms(broker: Broker, behaviour: HostileBehaviour): Promise<Met> {
  const rssBefore = process.memoryUsage.rss()
  const words: string[] = []
  const seeds = Array.from({ length: FORMS[broker][behaviour] }, (_, seed) => seed)
  for (let at = 0; at < seeds.length; at += AT_ONCE) {
    const some = seeds.slice(at, at + AT_ONCE).map((seed) => meet({ broker, behaviour, seed }))
    words.push(...(await Promise.all(some)).flat())
  }
  return { rssBefore, words }
}

async function meetAll(broker: Broker, behaviour: HostileBehaviour): Promise<void> {
  const { rssBefore, words } = await (silent.get(`${broker} ${behaviour}`) ?? meetForms(broker, behaviour))
  for (const each of words) expect(each).toMatch(IN_WORDS)
  expect((process.memoryUsage.rss() - rssBefore) / 2 ** 20).toBeLessThan(MAX_GROWTH_MB)
}

const IN_WORDS = new RegExp(
  [
    /^Kafka at 127\.0\.0\.1:\d+ .+\./,
    /^(?:The connection to )?127\.0\.0\.1:\d+ .+\./,
    /^The broker does not deliver from the queue logs\./,
    /^The thread of this input was ended: .+\./,
  ]
    .map(({ source }) => source)
    .join('|'),
)

describe.each(BROKERS)('after the handshake, a broker of %s', (broker) => {
  const behaviours = HOSTILE_BEHAVIOURS.filter((behaviour) => FORMS[broker][behaviour] > 0)
  test.each(behaviours)('whose bytes are %s is named as the reason, and asked again', PATIENCE, (behaviour) =>
    meetAll(broker, behaviour),
  )
})

test('an AMQP broker that sends on after the end of a connection does not hold it', PATIENCE, async () => {
  const seed = FRAMES_AFTER_ERROR
  const form = { behaviour: 'endless', after: 'handshake', seed, repeatsForm: true } as const
  await using peer = await startHostilePeer({ protocol: 'amqp', ...form })
  const id = await launch('amqp', peer)
  await expect.poll(() => peer.connections(), POLL).toBeGreaterThan(3)
  // One that is open, and one whose end is on its way.
  expect(peer.openConnections()).toBeLessThanOrEqual(2)
  await world.inputs.kind.delete(id)
})

test('then another input receives a message as ever', async () => {
  const input = await world.launch('org.graylog2.inputs.raw.tcp.RawTCPInput')
  const socket = connect(input.port, '127.0.0.1', () => socket.end('still here\n'))
  await expect.poll(async () => (await world.drain()).map(textOf), POLL).toContain('still here')
})

const textOf = ({ raw }: JournalRecord) => Buffer.from(raw.payload).toString()
