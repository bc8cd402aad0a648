import type { Admin } from '@platformatic/kafka'
import type { KafkaSettings } from './kafka-settings.ts'

/** The topics that an input consumes. */
export type Subscription = readonly { readonly topic: string; readonly partitions: number }[]

export async function findSubscription(admin: Admin, { wantedOf }: KafkaSettings): Promise<Subscription> {
  const topics = wantedOf(await admin.listTopics()).toSorted()
  if (topics.length === 0) return []
  const metadata = await admin.metadata({ topics: [...topics], forceUpdate: true })
  return topics.flatMap((topic) => {
    const partitions = metadata.topics.get(topic)?.partitionsCount
    return partitions === undefined ? [] : [{ topic, partitions }]
  })
}

export const isSame = (one: Subscription, other: Subscription): boolean => JSON.stringify(one) === JSON.stringify(other)
