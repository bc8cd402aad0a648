import { FetchIsolationLevels, type FetchOptions, type RecordsBatch } from '@platformatic/kafka'
import type { Member } from './member.ts'
import type { Partition } from './positions.ts'

export interface Fetched {
  readonly partition: Partition
  readonly batches: readonly RecordsBatch[]
}

type RequestedTopic = FetchOptions<Buffer, Buffer, Buffer, Buffer>['topics'][number]

/** Bytes of one response of one broker; a longer batch comes alone. */
const RESPONSE_BYTES = 8 * 1024 * 1024

/** One request to each broker that leads some of the partitions. */
export async function fetchAll(
  { consumer, deps }: Member,
  partitions: readonly Partition[],
): Promise<readonly Fetched[]> {
  const { settings, positions } = deps
  const metadata = await consumer.metadata({ topics: [...new Set(partitions.map(({ topic }) => topic))] })
  const names = new Map<string, string>()
  const requests = new Map<number, RequestedTopic[]>()
  for (const partition of partitions) {
    const topic = metadata.topics.get(partition.topic)
    const leader = topic?.partitions[partition.index]?.leader
    const fetchOffset = positions.get(partition)
    if (topic === undefined || leader === undefined || leader < 0 || fetchOffset === undefined) continue
    names.set(topic.id, partition.topic)
    requests
      .getOrInsertComputed(leader, () => [])
      .push({
        topicId: topic.id,
        partitions: [
          {
            partition: partition.index,
            fetchOffset,
            partitionMaxBytes: settings.partitionBytes,
            currentLeaderEpoch: -1,
            lastFetchedEpoch: -1,
          },
        ],
      })
  }
  const { READ_COMMITTED, READ_UNCOMMITTED } = FetchIsolationLevels
  const responses = await Promise.all(
    [...requests].map(([node, topics]) =>
      consumer.fetch({
        node,
        topics,
        minBytes: settings.minBytes,
        maxBytes: RESPONSE_BYTES,
        maxWaitTime: settings.maxWaitMs,
        isolationLevel: settings.isCommittedOnly ? READ_COMMITTED : READ_UNCOMMITTED,
      }),
    ),
  )
  return responses.flatMap((response) =>
    response.responses.flatMap(({ topicId, partitions: found }) =>
      found.flatMap(({ partitionIndex: index, records }) => {
        const topic = names.get(topicId)
        return topic === undefined || !records?.length ? [] : [{ partition: { topic, index }, batches: records }]
      }),
    ),
  )
}
