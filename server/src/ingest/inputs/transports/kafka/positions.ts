/**
 * The offset that each partition is read from next, of all consumers of an input and across their connections. It
 * advances as messages are appended, so a partition that moves between consumers of this node is not appended twice.
 */
export interface Positions {
  get(partition: Partition): bigint | undefined
  advance(partition: Partition, offset: bigint): void
  /** Also moves back. */
  reset(partition: Partition, offset: bigint): void
  isCommitted(partition: Partition): boolean
  committed(partition: Partition, offset: bigint): void
}

export interface Partition {
  readonly topic: string
  readonly index: number
}

const keyOf = ({ topic, index }: Partition) => `${topic}:${index}`

export function createPositions(): Positions {
  const next = new Map<string, bigint>()
  const committed = new Map<string, bigint>()
  return {
    get: (partition) => next.get(keyOf(partition)),
    advance(partition, offset) {
      const key = keyOf(partition)
      if (offset > (next.get(key) ?? -1n)) next.set(key, offset)
    },
    reset: (partition, offset) => void next.set(keyOf(partition), offset),
    isCommitted: (partition) => committed.get(keyOf(partition)) === next.get(keyOf(partition)),
    committed: (partition, offset) => void committed.set(keyOf(partition), offset),
  }
}
