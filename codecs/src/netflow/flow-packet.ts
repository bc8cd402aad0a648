/**
 * The outer format of NetFlow v9 and IPFIX: a header, then sets of templates or of data. Lengths are the sender's:
 * nothing outside of the packet or set is read, and every loop consumes bytes.
 */
export interface FlowHeader {
  readonly version: 9 | 10
  readonly headerBytes: number
  /** Templates belong to one source (`observation domain` in IPFIX) of an exporter. */
  readonly sourceId: number
  readonly sequence: number
  readonly exportedAtMs: number
  /** Milliseconds since the start of the exporter; only v9 has them. */
  readonly uptimeMs: number | undefined
}

/** The version of the packet, or 0 if it is too short to have one. */
export const flowVersion = (packet: Buffer): number => (packet.length < 2 ? 0 : packet.readUInt16BE(0))

const NETFLOW9_HEADER_BYTES = 20
const IPFIX_HEADER_BYTES = 16

/** Undefined if the packet is too short for the header of its version, or has another version. */
export function readFlowHeader(packet: Buffer): FlowHeader | undefined {
  const version = flowVersion(packet)
  if (version === 9 && packet.length >= NETFLOW9_HEADER_BYTES) {
    return {
      version,
      headerBytes: NETFLOW9_HEADER_BYTES,
      uptimeMs: packet.readUInt32BE(4),
      exportedAtMs: packet.readUInt32BE(8) * 1000,
      sequence: packet.readUInt32BE(12),
      sourceId: packet.readUInt32BE(16),
    }
  }
  if (version === 10 && packet.length >= IPFIX_HEADER_BYTES) {
    return {
      version,
      headerBytes: IPFIX_HEADER_BYTES,
      uptimeMs: undefined,
      exportedAtMs: packet.readUInt32BE(4) * 1000,
      sequence: packet.readUInt32BE(8),
      sourceId: packet.readUInt32BE(12),
    }
  }
  return undefined
}

export interface FlowSet {
  readonly id: number
  /** Bytes of the set, with its header of 4 bytes. */
  readonly bytes: Buffer
  readonly body: Buffer
}

const SET_HEADER_BYTES = 4

/** `rest` has the bytes from the first set with an invalid length on; it is empty if the packet is intact. */
export function readFlowSets(
  packet: Buffer,
  { headerBytes }: FlowHeader,
): { readonly sets: readonly FlowSet[]; readonly rest: Buffer } {
  const sets: FlowSet[] = []
  let at = headerBytes
  while (packet.length - at >= SET_HEADER_BYTES) {
    const length = packet.readUInt16BE(at + 2)
    if (length < SET_HEADER_BYTES || at + length > packet.length) return { sets, rest: packet.subarray(at) }
    const bytes = packet.subarray(at, at + length)
    sets.push({ id: packet.readUInt16BE(at), bytes, body: bytes.subarray(SET_HEADER_BYTES) })
    at += length
  }
  return { sets, rest: packet.subarray(packet.length) }
}
