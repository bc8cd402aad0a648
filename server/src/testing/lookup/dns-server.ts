/** A DNS server on loopback, over UDP and TCP, for tests. */
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

export interface TestDnsRecord {
  readonly name: string
  readonly type: 'A' | 'AAAA' | 'CNAME' | 'PTR' | 'TXT'
  readonly ttl: number
  /** An address, a name, or the strings of a text. */
  readonly data: string | readonly string[]
}

export interface TestDnsServer extends AsyncDisposable {
  readonly port: number
  /** `TYPE name` of each query, over TCP with ` tcp`. */
  readonly queries: string[]
}

interface Behaviour {
  readonly records?: readonly TestDnsRecord[]
  /** Responds to queries of these names with code 2. */
  readonly failing?: readonly string[]
  /** Never responds to queries of these names. */
  readonly silent?: readonly string[]
  /** Changes each response over UDP; several are sent in order. */
  readonly forge?: (response: Buffer) => readonly Buffer[]
  /** Changes each response over TCP, which begins with its length. */
  readonly forgeTcp?: (response: Buffer) => Buffer
}

const TYPES = { A: 1, CNAME: 5, PTR: 12, TXT: 16, AAAA: 28 } as const
const MAX_UDP_BYTES = 512

export async function startDnsServer(behaviour: Behaviour): Promise<TestDnsServer> {
  const { forge = (response: Buffer) => [response], forgeTcp = (response: Buffer) => response } = behaviour
  const queries: string[] = []
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      const response = respond(bytes.subarray(2), behaviour, (query) => queries.push(`${query} tcp`))
      if (response === undefined) return
      const length = Buffer.alloc(2)
      length.writeUInt16BE(response.length)
      const sent = forgeTcp(Buffer.concat([length, response]))
      // In two parts, because a stream may cut a response anywhere.
      socket.write(sent.subarray(0, 2))
      setImmediate(() => socket.end(sent.subarray(2)))
    })
  })
  await new Promise<void>((resolve) => void tcp.listen(0, '127.0.0.1', resolve))
  const address = tcp.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const udp = createSocket('udp4')
  udp.on('message', (bytes, { port: from, address: host }) => {
    const response = respond(bytes, behaviour, (query) => queries.push(query))
    if (response === undefined) return
    for (const sent of forge(response.length > MAX_UDP_BYTES ? truncated(response) : response))
      udp.send(sent, from, host)
  })
  await new Promise<void>((resolve) => void udp.bind(port, '127.0.0.1', resolve))
  return {
    port,
    queries,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => void udp.close(resolve))
      await new Promise<void>((resolve) => void tcp.close(() => resolve()))
    },
  }
}

function respond(query: Buffer, { records = [], failing = [], silent = [] }: Behaviour, seen: (query: string) => void) {
  let at = 12
  const labels: string[] = []
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const name = labels.join('.')
  const code = query.readUInt16BE(at + 1)
  const type = Object.entries(TYPES).find(([, number]) => number === code)?.[0] ?? ''
  seen(`${type} ${name}`)
  if (silent.includes(name)) return undefined
  const named = records.filter((record) => record.name === name)
  const alias = named.find((record) => record.type === 'CNAME')
  const chain = alias === undefined ? named : [alias, ...records.filter((record) => record.name === alias.data)]
  const answers = chain.filter((record) => record.type === type || record.type === 'CNAME')
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  const status = failing.includes(name) ? 2 : named.length === 0 ? 3 : 0
  header.writeUInt16BE(0x81_80 | status, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  return Buffer.concat([header, query.subarray(12, at + 5), ...answers.map(encodeRecord)])
}

function encodeRecord({ name, type, ttl, data }: TestDnsRecord): Buffer {
  const value = encodeData(type, data)
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(TYPES[type], 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(ttl, 4)
  fixed.writeUInt16BE(value.length, 8)
  return Buffer.concat([encodeName(name), fixed, value])
}

function encodeData(type: TestDnsRecord['type'], data: TestDnsRecord['data']): Buffer {
  if (typeof data !== 'string')
    return Buffer.concat(data.map((text) => Buffer.from([text.length, ...Buffer.from(text)])))
  if (type === 'A') return Buffer.from(data.split('.').map(Number))
  if (type !== 'AAAA') return encodeName(data)
  const bytes = Buffer.alloc(16)
  for (const [place, group] of data.split(':').entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), place * 2)
  return bytes
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])

function truncated(response: Buffer): Buffer {
  const header = Buffer.from(response.subarray(0, 12))
  header.writeUInt16BE(header.readUInt16BE(2) | 0x02_00, 2)
  header.writeUInt16BE(0, 6)
  let at = 12
  while (response.readUInt8(at) > 0) at += response.readUInt8(at) + 1
  return Buffer.concat([header, response.subarray(12, at + 5)])
}
