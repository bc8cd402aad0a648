import { ListOffsetTimestamps } from '@platformatic/kafka'
import type { Member } from './member.ts'
import type { Partition } from './positions.ts'

/** Sets the positions of newly assigned partitions: what the group has committed or this node has appended counts. */
export async function findPositions({ consumer, deps }: Member, partitions: readonly Partition[]): Promise<void> {
  if (partitions.length === 0) return
  const { positions, settings, firstTopics } = deps
  const committed = await consumer.listCommittedOffsets({ topics: byTopic(partitions) })
  const starting: Partition[] = []
  for (const partition of partitions) {
    const offset = committed.get(partition.topic)?.[partition.index] ?? -1n
    if (offset >= 0n) {
      if (offset >= (positions.get(partition) ?? 0n)) positions.committed(partition, offset)
      positions.advance(partition, offset)
    } else if (positions.get(partition) === undefined) starting.push(partition)
  }
  const isEarliest = ({ topic }: Partition) => settings.startsAtEarliest || !firstTopics.has(topic)
  const begin = async (some: readonly Partition[], timestamp: bigint) => {
    for (const [partition, offset] of await offsetsAt(consumer, some, timestamp)) positions.advance(partition, offset)
  }
  await begin(starting.filter(isEarliest), ListOffsetTimestamps.EARLIEST)
  await begin(
    starting.filter((partition) => !isEarliest(partition)),
    ListOffsetTimestamps.LATEST,
  )
}

/** Moves positions that no longer exist to the oldest message: a retention time has passed, or a topic was created again. */
export async function resetPositions({ consumer, deps }: Member, partitions: readonly Partition[]): Promise<void> {
  const { positions, log } = deps
  const oldest = await offsetsAt(consumer, partitions, ListOffsetTimestamps.EARLIEST)
  const newest = new Map(await offsetsAt(consumer, partitions, ListOffsetTimestamps.LATEST))
  for (const [partition, earliest] of oldest) {
    const position = positions.get(partition) ?? 0n
    const latest = newest.get(partition) ?? earliest
    if (position >= earliest && position <= latest) continue
    log.warn({ ...partition, position: String(position), earliest: String(earliest) }, 'offset no longer exists')
    positions.reset(partition, earliest)
  }
}

async function offsetsAt(
  consumer: Member['consumer'],
  partitions: readonly Partition[],
  timestamp: bigint,
): Promise<readonly (readonly [Partition, bigint])[]> {
  if (partitions.length === 0) return []
  const topics = byTopic(partitions)
  const offsets = await consumer.listOffsets({
    topics: topics.map(({ topic }) => topic),
    partitions: Object.fromEntries(topics.map((one) => [one.topic, one.partitions])),
    timestamp,
  })
  return partitions.flatMap((partition) => {
    const offset = offsets.get(partition.topic)?.[partition.index]
    return offset === undefined ? [] : [[partition, offset] as const]
  })
}

function byTopic(partitions: readonly Partition[]): { topic: string; partitions: number[] }[] {
  const topics = Map.groupBy(partitions, ({ topic }) => topic)
  return [...topics].map(([topic, some]) => ({ topic, partitions: some.map(({ index }) => index) }))
}
