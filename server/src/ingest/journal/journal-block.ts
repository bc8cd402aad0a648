/**
 * The binary format of a journal block, written and read in one pass: a header (version, count, start of the origins);
 * then for each message its origin, port, time, address and payload; then the table of origins as JSON, which is known
 * only when the block is complete.
 */
import type { RawMessage } from '@logyard/codecs/codec'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Origin } from './journal.ts'

export interface JournalRecord {
  readonly origin: Origin
  readonly raw: RawMessage
}

export type BlockBuilder = ReturnType<typeof createBlockBuilder>

/** From this size on, a block that the thread of an input filled is written as it is; smaller ones are joined. */
export const WHOLE_BLOCK_BYTES = 128 * 1024

const VERSION = 1
const HEADER_BYTES = 12
/** Origin, port, time, length of the address, length of the payload. */
const RECORD_HEAD_BYTES = 2 + 2 + 8 + 1 + 4
const MAX_ADDRESS_LENGTH = 255
const BRACKETS_BYTES = 2
const COMMA_BYTES = 1

const Origins = Compile(
  Type.Array(
    Type.Object({
      inputId: Type.String(),
      nodeId: Type.String(),
      codec: Type.String(),
      configuration: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
)

export function createBlockBuilder(capacityBytes: number) {
  let bytes = Buffer.allocUnsafeSlow(Math.max(capacityBytes, HEADER_BYTES))
  let end = HEADER_BYTES
  let count = 0
  const origins = new Map<Origin, number>()
  /** Origins as texts, in the order of the table. Equal origins of different blocks are different objects. */
  const texts = new Map<string, number>()
  let tableBytes = BRACKETS_BYTES
  let lastOrigin: Origin | undefined
  let lastIndex = 0

  /** Reserves room for the table of origins, too, so that a long message is copied once. */
  function reserve(more: number) {
    const needed = end + more + tableBytes
    if (needed <= bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, needed))
    bytes.copy(grown, 0, 0, end)
    bytes = grown
  }

  function indexOf(origin: Origin): number {
    if (origin === lastOrigin) return lastIndex
    lastIndex = origins.getOrInsertComputed(origin, () => indexOfText(JSON.stringify(wire(origin))))
    lastOrigin = origin
    return lastIndex
  }

  function indexOfText(text: string): number {
    const known = texts.get(text)
    if (known !== undefined) return known
    tableBytes += Buffer.byteLength(text) + COMMA_BYTES
    texts.set(text, texts.size)
    return texts.size - 1
  }

  return {
    /** Copies the payload: the caller may reuse its memory. */
    add(origin: Origin, raw: RawMessage) {
      const { payload, remoteAddress } = raw
      const address = remoteAddress.length > MAX_ADDRESS_LENGTH ? '' : remoteAddress
      const index = indexOf(origin)
      reserve(RECORD_HEAD_BYTES + address.length + payload.length)
      let at = bytes.writeUInt16LE(index, end)
      at = bytes.writeUInt16LE(raw.remotePort, at)
      at = bytes.writeDoubleLE(raw.receivedAtMs, at)
      at = bytes.writeUInt8(address.length, at)
      at = bytes.writeUInt32LE(payload.length, at)
      at += bytes.write(address, at, 'latin1')
      bytes.set(payload, at)
      end = at + payload.length
      count += 1
    },
    count: () => count,
    sizeBytes: () => end,
    /** Returns a copy of the whole block. */
    finish() {
      reserve(0)
      bytes.writeUInt32LE(VERSION, 0)
      bytes.writeUInt32LE(count, 4)
      bytes.writeUInt32LE(end, 8)
      return bytes.subarray(0, end + bytes.write(`[${[...texts.keys()].join()}]`, end))
    },
  }
}

const wire = ({ inputId, nodeId, codec, configuration }: Origin): Origin => ({ inputId, nodeId, codec, configuration })

/** Sets when all messages of the block were received, and returns how many they are. */
export function stampBlock(block: Uint8Array<ArrayBuffer>, receivedAtMs: number): number {
  const { bytes, count } = openBlock(block)
  let at = HEADER_BYTES
  for (let index = 0; index < count; index += 1) {
    bytes.writeDoubleLE(receivedAtMs, at + 4)
    at += RECORD_HEAD_BYTES + bytes.readUInt8(at + 12) + bytes.readUInt32LE(at + 13)
  }
  return count
}

function openBlock(block: Uint8Array<ArrayBuffer>): { readonly bytes: Buffer<ArrayBuffer>; readonly count: number } {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  const version = bytes.readUInt32LE(0)
  if (version !== VERSION) throw new Error(`a block of the journal has the unknown version ${version}`)
  return { bytes, count: bytes.readUInt32LE(4) }
}

/** The messages of a block in order; their payloads are views of the block's own memory. */
export function* readBlock(block: Uint8Array<ArrayBuffer>): Generator<JournalRecord> {
  const { bytes, count } = openBlock(block)
  const tableAt = bytes.readUInt32LE(8)
  const origins = Origins.Parse(JSON.parse(bytes.toString('utf8', tableAt)))
  let at = HEADER_BYTES
  let addressBytes = Buffer.alloc(0)
  let remoteAddress = ''
  for (let index = 0; index < count; index += 1) {
    const origin = origins[bytes.readUInt16LE(at)]
    if (origin === undefined) throw new Error('a message of the journal names an origin that its block does not have')
    const remotePort = bytes.readUInt16LE(at + 2)
    const receivedAtMs = bytes.readDoubleLE(at + 4)
    const addressAt = at + RECORD_HEAD_BYTES
    const payloadAt = addressAt + bytes.readUInt8(at + 12)
    at = payloadAt + bytes.readUInt32LE(at + 13)
    // Consecutive messages mostly have the same sender: comparing bytes is cheaper than decoding the address again.
    if (!isSame(bytes, addressAt, payloadAt, addressBytes)) {
      addressBytes = bytes.subarray(addressAt, payloadAt)
      remoteAddress = addressBytes.toString('latin1')
    }
    yield { origin, raw: { payload: bytes.subarray(payloadAt, at), receivedAtMs, remoteAddress, remotePort } }
  }
}

function isSame(bytes: Buffer, from: number, to: number, other: Buffer): boolean {
  if (to - from !== other.length) return false
  for (let index = 0; index < other.length; index += 1) if (bytes[from + index] !== other[index]) return false
  return true
}
