import { randomBytes, randomUUID } from 'node:crypto'

/** The only source of ids and random bytes. Tests pass `countingIds`. */
export interface Ids {
  /** 24 hex characters, growing with time: the id of an entity. */
  next(): string
  uuid(): string
  bytes(length: number): Buffer
}

export function createIds(now: () => Date): Ids {
  const process = randomBytes(5).toString('hex')
  let counter = randomBytes(3).readUIntBE(0, 3)
  return {
    next() {
      counter = (counter + 1) % 0x1000000
      const seconds = Math.floor(now().getTime() / 1000)
      return seconds.toString(16).padStart(8, '0') + process + counter.toString(16).padStart(6, '0')
    },
    uuid: () => randomUUID(),
    bytes: (length) => randomBytes(length),
  }
}
