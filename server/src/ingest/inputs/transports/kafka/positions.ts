/**
 * The offset that each partition is read from next, of all consumers of an input and across their connections. It
 * advances as messages are appended, so a partition that moves between consumers of this node is not appended twice.
 */
export type Positions = ReturnType<typeof createPositions>

export interface Partition {
  readonly topic: string
  readonly index: number
}

const keyOf = ({ topic, index }: Partition) => `${topic}:${index}`

export function createPositions() {
  const next = new Map<string, bigint>()
  const committed = new Map<string, bigint>()
  return {
    get: (partition: Partition) => next.get(keyOf(partition)),
    advance(partition: Partition, offset: bigint) {
      const key = keyOf(partition)
      if (offset > (next.get(key) ?? -1n)) next.set(key, offset)
    },
    /** Also moves back. */
    reset: (partition: Partition, offset: bigint) => void next.set(keyOf(partition), offset),
    isCommitted: (partition: Partition) => committed.get(keyOf(partition)) === next.get(keyOf(partition)),
    committed: (partition: Partition, offset: bigint) => void committed.set(keyOf(partition), offset),
  }
}
