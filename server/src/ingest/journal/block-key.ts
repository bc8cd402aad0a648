/** The key of a block: its facts, known without reading it, and a checksum that detects damage. */
import { crc32 } from 'node:zlib'
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { readBlock } from './journal-block.ts'
import type { BlockFacts, SealedBlock } from './sealed-block.ts'

/** Keys of older versions end before the checksum. */
export type BlockKey = number[]

const PARTS_WITHOUT_CHECKSUM = 4
const PARTS = 5

export const keyOfFacts = ({ firstOffset, count, bytes, sealedAtMs, checksum }: BlockFacts): BlockKey =>
  checksum === undefined ? [firstOffset, count, bytes, sealedAtMs] : [firstOffset, count, bytes, sealedAtMs, checksum]

export function keyOfBlock({ firstOffset, count, bytes, sealedAtMs }: SealedBlock): BlockKey {
  const parts = [firstOffset, count, bytes.byteLength, sealedAtMs]
  return [...parts, checksumOf(parts, bytes)]
}

/** Returns undefined if no version writes such a key. */
export function factsOfKey(key: unknown): BlockFacts | undefined {
  if (!Array.isArray(key) || key.length < PARTS_WITHOUT_CHECKSUM || key.length > PARTS) return undefined
  const parts: readonly unknown[] = key
  if (!parts.every(isCount)) return undefined
  const [firstOffset = 0, count = 0, bytes = 0, sealedAtMs = 0, checksum] = parts
  return { firstOffset, count, bytes, sealedAtMs, checksum }
}

const isCount = (part: unknown): part is number => Number.isSafeInteger(part) && Number(part) >= 0

export function isIntact(
  { firstOffset, count, bytes, sealedAtMs, checksum }: BlockFacts,
  block: Uint8Array<ArrayBuffer>,
) {
  if (checksum !== undefined) return checksum === checksumOf([firstOffset, count, bytes, sealedAtMs], block)
  // Without a checksum, check that the bytes are a valid block.
  return bytes === block.byteLength && count === unlessThrown(Error, () => [...readBlock(block)].length)
}

const checksumOf = (parts: readonly number[], block: Uint8Array): number => crc32(block, crc32(parts.join()))
