/**
 * One consumer of a group. The client keeps the membership; fetching and committing are done here, because only here it
 * is known what the journal has. Nothing is fetched ahead: a response is appended before the next request.
 */
import { Consumer } from '@platformatic/kafka'
import { settle } from '../brokers/settle.ts'
import { appendFetched } from './append-fetched.ts'
import { clientOptions } from './client-options.ts'
import { fetchAll } from './fetch-partitions.ts'
import { isKafkaError } from './kafka-words.ts'
import type { Member, MemberDeps } from './member.ts'
import { findPositions, resetPositions } from './start-positions.ts'

const COMMIT_MS = 1000
const IDLE_MS = 250
/** A broker that answers at once, and with nothing, is not asked again in a tight loop. */
const MIN_EMPTY_FETCH_MS = 50
/** Names of Kafka's own strategies, so that consumers of other products can be members of the group. */
const PROTOCOLS = [
  { name: 'range', version: 1 },
  { name: 'roundrobin', version: 1 },
]

/** Consumes until the signal aborts; rejects if the consumer fails. */
export async function consumeAsMember(
  deps: MemberDeps,
  topics: readonly string[],
  index: number,
  signal: AbortSignal,
): Promise<void> {
  const { settings, clock } = deps
  const consumer = new Consumer({
    ...clientOptions(deps, index),
    groupId: settings.groupId,
    autocommit: false,
    sessionTimeout: settings.sessionTimeoutMs,
    rebalanceTimeout: Math.max(settings.sessionTimeoutMs, 30_000),
    heartbeatInterval: settings.heartbeatMs,
    protocols: PROTOCOLS,
    // Called before the consumer joins again: what has been appended is committed before partitions move.
    async protocolsMetadata() {
      await settle(clock, () => commitAppended(member))
      member.owned = []
      return Buffer.alloc(0)
    },
  })
  const member: Member = { deps, consumer, owned: [], isAssigned: false }
  const failed = Promise.withResolvers<never>()
  // It may fail while nothing waits for it.
  failed.promise.catch(() => undefined)
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  consumer.on('error', failed.reject)
  consumer.on('consumer:heartbeat:stalled', () => failed.reject(new Error('the heartbeat is not answered')))
  consumer.on('consumer:group:rebalance', () => {
    member.isAssigned = false
  })
  consumer.on('consumer:group:join', ({ memberId }) => {
    member.isAssigned = false
    deps.memberIds.set(index, memberId)
  })
  // After a lost connection it rejoins as the same member: else the group would wait for the old one to time out.
  consumer.memberId = deps.memberIds.get(index) ?? null
  consumer.topics.trackAll(...topics)
  const running = consumeOn(member, signal)
  try {
    await Promise.race([running, failed.promise, stopped])
    if (signal.aborted) {
      await settle(clock, () => running)
      await settle(clock, () => commitAppended(member))
    }
  } finally {
    await settle(clock, async () => consumer.close(true))
    // After a failure it ends because its consumer is closed.
    await settle(clock, () => running)
  }
}

async function consumeOn(member: Member, signal: AbortSignal): Promise<void> {
  const { consumer, deps } = member
  const { clock, gate } = deps
  await consumer.joinGroup()
  let committedAtMs = clock.monotonicMs()
  while (!signal.aborted) {
    if (!member.isAssigned) await assign(member)
    if (member.owned.length === 0) await clock.sleep(IDLE_MS, signal)
    else if (!gate.isOpen())
      await gate.opened(AbortSignal.any([signal, AbortSignal.timeout(COMMIT_MS)])).catch(() => undefined)
    else await fetchAndAppend(member, signal)
    if (clock.monotonicMs() - committedAtMs < COMMIT_MS) continue
    await commitAppended(member)
    committedAtMs = clock.monotonicMs()
  }
}

/** Takes over the partitions of the current generation. */
async function assign(member: Member): Promise<void> {
  const { consumer } = member
  const { generationId } = consumer
  const assigned = (consumer.assignments ?? []).flatMap(({ topic, partitions }) =>
    partitions.map((index) => ({ topic, index })),
  )
  await findPositions(member, assigned)
  if (consumer.generationId !== generationId) return
  member.owned = assigned
  member.isAssigned = true
}

async function fetchAndAppend(member: Member, signal: AbortSignal): Promise<void> {
  const { clock } = member.deps
  const askedAtMs = clock.monotonicMs()
  const appended = await fetchOnce(member, signal)
  const restMs = MIN_EMPTY_FETCH_MS - (clock.monotonicMs() - askedAtMs)
  if (appended === 0 && restMs > 0) await clock.sleep(restMs, signal).catch(() => undefined)
}

/** Returns how many messages were appended. */
async function fetchOnce(member: Member, signal: AbortSignal): Promise<number> {
  const { owned } = member
  let appended = 0
  try {
    for (const fetched of await fetchAll(member, owned)) {
      // After a rebalance another member may read these partitions.
      if (!member.isAssigned || member.owned !== owned) break
      appended += await appendFetched(member, fetched, signal)
    }
  } catch (error) {
    if (!isKafkaError(error, 'OFFSET_OUT_OF_RANGE')) throw error
    await resetPositions(member, owned)
  }
  return appended
}

/** Commits the positions of this member's partitions when everything before them is on the disk. */
async function commitAppended({ deps, consumer, owned }: Member): Promise<void> {
  const { positions, intake } = deps
  const { generationId } = consumer
  const appended = owned.flatMap((partition) => {
    const offset = positions.get(partition)
    return offset === undefined || positions.isCommitted(partition) ? [] : [{ partition, offset }]
  })
  if (appended.length === 0) return
  await intake.flushed()
  if (consumer.generationId !== generationId) return
  await consumer.commit({
    offsets: appended.map(({ partition: { topic, index }, offset }) => ({
      topic,
      partition: index,
      offset,
      leaderEpoch: -1,
    })),
  })
  for (const { partition, offset } of appended) positions.committed(partition, offset)
}
