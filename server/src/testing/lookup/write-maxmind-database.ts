/** Writes small MaxMind databases for tests. */
export type TestValue =
  | string
  | number
  | bigint
  | boolean
  | readonly TestValue[]
  | { readonly [name: string]: TestValue }

export interface TestDatabase {
  readonly type: string
  readonly ipVersion?: 4 | 6
  readonly recordSize?: 24 | 28 | 32
  /** Networks as the bytes of an address with a prefix length. */
  readonly networks: readonly {
    readonly address: readonly number[]
    readonly bits: number
    readonly value: TestValue
  }[]
}

type Node = [Child, Child]
type Child = Node | { readonly valueAt: number } | undefined

const SEPARATOR_BYTES = 16

export function writeMaxmindDatabase({ type, ipVersion = 6, recordSize = 24, networks }: TestDatabase): Buffer {
  const root: Node = [undefined, undefined]
  const values: Buffer[] = []
  let valueAt = 0
  for (const { address, bits, value } of networks) {
    const padding = ipVersion === 6 && address.length === 4 ? 96 : 0
    const path = [...new Array<number>(padding).fill(0), ...bitsOf(address).slice(0, bits)]
    insert(root, path, { valueAt })
    const encoded = encode(value)
    values.push(encoded)
    valueAt += encoded.length
  }
  const nodes = numbered(root)
  const recordOf = (child: Child): number => {
    if (child === undefined) return nodes.size
    return Array.isArray(child) ? (nodes.get(child) ?? 0) : nodes.size + SEPARATOR_BYTES + child.valueAt
  }
  const tree = Array.from(nodes.keys(), ([left, right]) => encodeNode(recordOf(left), recordOf(right), recordSize))
  const metadata = {
    node_count: nodes.size,
    record_size: recordSize,
    ip_version: ipVersion,
    database_type: type,
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_600_000_000n,
    description: { en: 'For tests' },
  }
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([...tree, Buffer.alloc(SEPARATOR_BYTES), ...values, marker, encode(metadata)])
}

const bitsOf = (address: readonly number[]) =>
  address.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => (byte >> at) & 1))

function insert(root: Node, path: readonly number[], leaf: Child): void {
  let node = root
  for (const [at, bit] of path.entries()) {
    const side = bit === 0 ? 0 : 1
    if (at === path.length - 1) {
      node[side] = leaf
      return
    }
    const below = node[side]
    const next: Node = Array.isArray(below) ? below : [undefined, undefined]
    node[side] = next
    node = next
  }
}

function numbered(root: Node): Map<Node, number> {
  const nodes = new Map<Node, number>()
  const visit = (child: Child) => {
    if (!Array.isArray(child)) return
    nodes.set(child, nodes.size)
    child.forEach(visit)
  }
  visit(root)
  return nodes
}

function encodeNode(left: number, right: number, recordSize: number): Buffer {
  const bytes = Buffer.alloc(recordSize / 4)
  if (recordSize === 32) {
    bytes.writeUInt32BE(left, 0)
    bytes.writeUInt32BE(right, 4)
  } else if (recordSize === 24) {
    bytes.writeUIntBE(left, 0, 3)
    bytes.writeUIntBE(right, 3, 3)
  } else {
    bytes.writeUIntBE(left & 0xff_ff_ff, 0, 3)
    bytes.writeUInt8(((left >>> 24) << 4) | (right >>> 24), 3)
    bytes.writeUIntBE(right & 0xff_ff_ff, 4, 3)
  }
  return bytes
}

function encode(value: TestValue): Buffer {
  if (typeof value === 'string') return sized(2, Buffer.from(value))
  if (typeof value === 'boolean') return Buffer.from([value ? 1 : 0, 14 - 7])
  if (typeof value === 'bigint') return sized(9, unsigned(value))
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 ? sized(6, unsigned(BigInt(value))) : double(value)
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([name, inner]) => [encode(name), encode(inner)]),
  ])
}

const sized = (type: number, bytes: Buffer) => Buffer.concat([control(type, bytes.length), bytes])

function control(type: number, size: number): Buffer {
  const more = size < 29 ? [] : size < 285 ? [size - 29] : [(size - 285) >> 8, (size - 285) & 0xff]
  const low = size < 29 ? size : size < 285 ? 29 : 30
  return Buffer.from(type > 7 ? [low, type - 7, ...more] : [(type << 5) | low, ...more])
}

function unsigned(value: bigint): Buffer {
  const hex = value.toString(16)
  return value === 0n ? Buffer.alloc(0) : Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return sized(3, bytes)
}
