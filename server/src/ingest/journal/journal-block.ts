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

export interface BlockBuilder {
  /** Copies the payload: the caller may reuse its memory. */
  add(origin: Origin, raw: RawMessage): void
  count(): number
  sizeBytes(): number
  /** Returns a copy of the whole block. */
  finish(): Uint8Array<ArrayBuffer>
}

const VERSION = 1
const HEADER_BYTES = 12
/** Origin, port, time, length of the address, length of the payload. */
const RECORD_HEAD_BYTES = 2 + 2 + 8 + 1 + 4
const MAX_ADDRESS_LENGTH = 255

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

export function createBlockBuilder(capacityBytes: number): BlockBuilder {
  let bytes = Buffer.allocUnsafeSlow(Math.max(capacityBytes, HEADER_BYTES))
  let end = HEADER_BYTES
  let count = 0
  const origins = new Map<Origin, number>()
  let lastOrigin: Origin | undefined
  let lastIndex = 0

  function reserve(more: number) {
    if (end + more <= bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, end + more))
    bytes.copy(grown, 0, 0, end)
    bytes = grown
  }

  function indexOf(origin: Origin): number {
    if (origin === lastOrigin) return lastIndex
    const known = origins.get(origin)
    lastIndex = known ?? origins.size
    if (known === undefined) origins.set(origin, lastIndex)
    lastOrigin = origin
    return lastIndex
  }

  return {
    add(origin, raw) {
      const { payload, remoteAddress } = raw
      const address = remoteAddress.length > MAX_ADDRESS_LENGTH ? '' : remoteAddress
      reserve(RECORD_HEAD_BYTES + address.length + payload.length)
      let at = bytes.writeUInt16LE(indexOf(origin), end)
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
    finish() {
      const table = Buffer.from(JSON.stringify([...origins.keys()].map(wire)))
      reserve(table.length)
      bytes.writeUInt32LE(VERSION, 0)
      bytes.writeUInt32LE(count, 4)
      bytes.writeUInt32LE(end, 8)
      table.copy(bytes, end)
      return bytes.subarray(0, end + table.length)
    },
  }
}

const wire = ({ inputId, nodeId, codec, configuration }: Origin): Origin => ({ inputId, nodeId, codec, configuration })

/** The messages of a block in order; their payloads are views of the block's own memory. */
export function* readBlock(block: Uint8Array<ArrayBuffer>): Generator<JournalRecord> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  const version = bytes.readUInt32LE(0)
  if (version !== VERSION) throw new Error(`a block of the journal has the unknown version ${version}`)
  const count = bytes.readUInt32LE(4)
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
