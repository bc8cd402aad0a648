/**
 * Consumes the topics of a Kafka cluster as members of a consumer group. Offsets are committed when their messages are
 * on the disk of the journal. A lost connection, a rebalance and a restart repeat what is not committed, and no more.
 */
import { Admin } from '@platformatic/kafka'
import { createBrokerGate } from '../brokers/broker-gate.ts'
import { type BrokerSession, keepConsuming } from '../brokers/keep-consuming.ts'
import { settle } from '../brokers/settle.ts'
import type { StartTransport } from '../transport.ts'
import { boundDecompression } from './bound-decompression.ts'
import { checkFrames } from './check-frames.ts'
import { clientOptions } from './client-options.ts'
import { consumeAsMember } from './group-member.ts'
import { type KafkaSettings, kafkaSettings } from './kafka-settings.ts'
import { kafkaFailure } from './kafka-words.ts'
import type { MemberDeps } from './member.ts'
import { createPositions } from './positions.ts'

export const kafkaTransport: StartTransport = async (deps) => {
  const settings = await kafkaSettings(deps.configuration, deps.files)
  boundDecompression()
  checkFrames()
  const traffic = { readBytes: 0, writtenBytes: 0 }
  const ignored =
    settings.unknown.length === 0 ? '' : `These custom properties have no effect: ${settings.unknown.join(', ')}.`
  const member: MemberDeps = {
    ...deps,
    settings,
    gate: createBrokerGate(deps),
    positions: createPositions(),
    firstTopics: new Set(),
    memberIds: new Map(),
    onReceived(bytes) {
      traffic.readBytes += bytes
    },
  }
  const onTrouble = (trouble = '') => deps.onTrouble([trouble, ignored].filter(Boolean).join(' ') || undefined)
  const running = await keepConsuming(
    { ...deps, onTrouble },
    { open: () => openSession(member, onTrouble), explain: (error) => kafkaFailure(error, settings) },
  )
  deps.metrics.showTraffic(() => traffic)
  return running
}

async function openSession(deps: MemberDeps, onTrouble: (trouble?: string) => void): Promise<BrokerSession> {
  const { settings, clock } = deps
  const admin = new Admin(clientOptions(deps, 'topics'))
  const close = () => settle(clock, async () => admin.close())
  // A request that fails rejects too.
  admin.on('error', () => undefined)
  try {
    let subscription = await findSubscription(admin, settings)
    // Topics that appear later are read from their beginning, or their first messages would be lost.
    if (deps.firstTopics.size === 0) for (const { topic } of subscription) deps.firstTopics.add(topic)
    return {
      async consume(signal) {
        while (!signal.aborted) {
          onTrouble(subscription.length === 0 ? `No topic matches ${settings.topicFilter} yet.` : undefined)
          subscription = await consumeUntilChange(deps, admin, subscription, signal)
        }
      },
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Consumes until there are other topics or more partitions; returns those. */
async function consumeUntilChange(
  deps: MemberDeps,
  admin: Admin,
  subscription: Subscription,
  signal: AbortSignal,
): Promise<Subscription> {
  const { settings, clock } = deps
  const stopping = new AbortController()
  const ending = AbortSignal.any([signal, stopping.signal])
  const threads = subscription.length === 0 ? 0 : settings.threads
  const topics = subscription.map(({ topic }) => topic)
  const members = Array.from({ length: threads }, (_, index) => consumeAsMember(deps, topics, index, ending))
  async function watch(): Promise<Subscription> {
    for (;;) {
      await clock.sleep(settings.metadataMs, ending)
      const found = await findSubscription(admin, settings)
      if (!isSame(found, subscription)) return found
    }
  }
  const failing = members.map(async (member) => {
    await member
    // It ends without an error only when it is aborted.
    return subscription
  })
  try {
    return await Promise.race([watch(), ...failing])
  } catch (error) {
    if (signal.aborted) return subscription
    throw error
  } finally {
    stopping.abort()
    await Promise.allSettled(members)
  }
}

/** The topics that an input consumes. */
type Subscription = readonly { readonly topic: string; readonly partitions: number }[]

async function findSubscription(admin: Admin, { wantedOf }: KafkaSettings): Promise<Subscription> {
  const topics = wantedOf(await admin.listTopics()).toSorted()
  if (topics.length === 0) return []
  const metadata = await admin.metadata({ topics: [...topics], forceUpdate: true })
  return topics.flatMap((topic) => {
    const partitions = metadata.topics.get(topic)?.partitionsCount
    return partitions === undefined ? [] : [{ topic, partitions }]
  })
}

const isSame = (one: Subscription, other: Subscription): boolean => JSON.stringify(one) === JSON.stringify(other)
