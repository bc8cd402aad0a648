/** Finds addresses in a MaxMind database (`.mmdb`). Its bytes can be shared by threads; nothing is copied. */
import { readAddress } from '@logyard/languages/query/ip-range'
import {
  decodeMaxmindValue,
  isMaxmindRecord,
  MaxmindFileError,
  type MaxmindRecord,
  type MaxmindValue,
} from './maxmind-values.ts'

const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
/** The metadata is at the end of the file. */
const MAX_METADATA_BYTES = 128 * 1024
const SEPARATOR_BYTES = 16
const RECORD_SIZES: ReadonlySet<unknown> = new Set([24, 28, 32])
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

interface Tree {
  readonly bytes: Buffer
  readonly nodeCount: number
  readonly recordSize: number
  readonly ipVersion: number
  /** Where the tree ends, and the values begin. */
  readonly valuesAt: number
}

/** Throws `MaxmindFileError`. The bytes must not change afterwards. */
export function openMaxmindDatabase(shared: ArrayBufferLike) {
  const bytes = Buffer.from(shared)
  const metadata = readMetadata(bytes)
  const tree = treeOf(bytes, metadata)
  // The tree of a database for both versions has IPv4 addresses below 96 zero bits.
  const rootOfVersion4 = tree.ipVersion === 4 ? 0 : descend(tree, 0, new Array<number>(12).fill(0))
  const type = metadata['database_type']

  /** The place of the record of an address. Many addresses share one record; finding is much faster than reading it. */
  function locate(text: string): number | undefined {
    const address = bareAddress(text)
    if (address === undefined || (address.length === 16 && tree.ipVersion === 4)) return undefined
    const found = descend(tree, address.length === 4 ? rootOfVersion4 : 0, address)
    return found <= tree.nodeCount ? undefined : tree.valuesAt + found - tree.nodeCount - SEPARATOR_BYTES
  }

  /** Undefined for a damaged record, too: the message must not be lost. */
  function read(place: number): MaxmindRecord | undefined {
    try {
      const value = decodeMaxmindValue(bytes, tree.valuesAt, place)
      return isMaxmindRecord(value) ? value : undefined
    } catch (error) {
      if (error instanceof MaxmindFileError) return undefined
      throw error
    }
  }

  return {
    /** As the file names it: `GeoLite2-City`. */
    type: typeof type === 'string' ? type : '',
    locate,
    read,
    /** Undefined for a text that is not an address, and for an address that the database does not have. */
    find(address: string) {
      const place = locate(address)
      return place === undefined ? undefined : read(place)
    },
  }
}

function readMetadata(bytes: Buffer): MaxmindRecord {
  const from = Math.max(0, bytes.length - MAX_METADATA_BYTES)
  // The file may have a gigabyte, and its end is enough.
  const marker = bytes.subarray(from).lastIndexOf(METADATA_MARKER)
  if (marker === -1) throw new MaxmindFileError('The file is not a MaxMind database')
  const at = from + marker + METADATA_MARKER.length
  const metadata = decodeMaxmindValue(bytes, at, at)
  if (!isMaxmindRecord(metadata)) throw new MaxmindFileError('The file is not a MaxMind database')
  return metadata
}

function treeOf(bytes: Buffer, metadata: MaxmindRecord): Tree {
  const nodeCount = numberOf(metadata['node_count'])
  const recordSize = numberOf(metadata['record_size'])
  const ipVersion = numberOf(metadata['ip_version'])
  const valuesAt = (nodeCount * recordSize) / 4 + SEPARATOR_BYTES
  const isKnown = RECORD_SIZES.has(recordSize) && (ipVersion === 4 || ipVersion === 6)
  if (!isKnown || !(Number.isSafeInteger(nodeCount) && nodeCount >= 1 && valuesAt <= bytes.length)) {
    throw new MaxmindFileError('The file is damaged, or of an unsupported version')
  }
  return { bytes, nodeCount, recordSize, ipVersion, valuesAt }
}

const numberOf = (value: MaxmindValue | undefined): number => (typeof value === 'number' ? value : Number.NaN)

/** Follows the bits of an address. Above the number of nodes the result is a value, equal to it there is none. */
function descend(tree: Tree, root: number, address: readonly number[]): number {
  let node = root
  for (const byte of address) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      if (node >= tree.nodeCount) return node
      node = readChild(tree, node, (byte >> bit) & 1)
    }
  }
  return node
}

function readChild({ bytes, recordSize }: Tree, node: number, side: number): number {
  const at = (node * recordSize) / 4
  switch (recordSize) {
    case 24:
      return bytes.readUIntBE(at + side * 3, 3)
    case 28: {
      const shared = bytes.readUInt8(at + 3)
      const high = side === 0 ? shared >> 4 : shared & 0x0f
      return high * 2 ** 24 + bytes.readUIntBE(at + side * 4, 3)
    }
    default:
      return bytes.readUInt32BE(at + side * 4)
  }
}

/** The 4 or 16 bytes of an address. An IPv4 address that is written as IPv6 has 4. */
function bareAddress(text: string): readonly number[] | undefined {
  const address = readAddress(text)
  const isMapped = address?.length === 16 && MAPPED_PREFIX.every((byte, at) => address[at] === byte)
  return isMapped ? address.slice(MAPPED_PREFIX.length) : address
}
