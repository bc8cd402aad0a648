/**
 * Small servers that respond as the worst peer of each outside protocol would. A test points a client of the product at
 * `port`, and checks that the failure is told in words while everything else goes on. The behaviours:
 *
 * - `cut`: the right response ends after some of its bytes, at another place for each connection;
 * - `wrong`: the right protocol with wrong lengths, types, nesting, ids, another form for each connection;
 * - `endless`: the right response, and then bytes without end, as fast as the client reads;
 * - `slow`: the right response, one byte in each tenth of a second;
 * - `empty`: every other connection is closed at once; the rest get no response at all;
 * - `random`: bytes that follow from the seed.
 *
 * The first responses of a connection are right, from none to all that the protocol needs, by the number of the
 * connection. So a client that connects often enough meets each form at each step. With `after: 'handshake'`, every
 * response is right until the client asks for what it came for: for messages, at a broker.
 */
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'
import { systemClock } from '../../platform/clock.ts'
import { freePort } from '../free-port.ts'
import { amqp } from './amqp-peer.ts'
import { dnsOverTcp, dnsOverUdp } from './dns-peer.ts'
import { http, oidc } from './http-peer.ts'
import { kafka } from './kafka-peer.ts'
import { ldap } from './ldap-peer.ts'
import type { PeerProtocol } from './peer-protocol.ts'
import { smtp, whois } from './text-peers.ts'

const protocols = { ldap, kafka, amqp, http, oidc, smtp, whois, dns: dnsOverTcp } as const
export type HostileProtocol = keyof typeof protocols

export const HOSTILE_BEHAVIOURS = ['cut', 'wrong', 'endless', 'slow', 'empty', 'random'] as const
export type HostileBehaviour = (typeof HOSTILE_BEHAVIOURS)[number]

export interface HostilePeer extends AsyncDisposable {
  /** Port on 127.0.0.1, for TCP; with `dns` for UDP as well. */
  readonly port: number
  /** How many connections (or datagrams) came so far. */
  connections(): number
  /** How many connections are open. */
  openConnections(): number
  /** How many responses over TCP were bad. */
  badResponses(): number
}

interface PeerOptions {
  readonly protocol: HostileProtocol
  readonly behaviour: HostileBehaviour
  /** Chooses the first form; 0 by default. */
  readonly seed?: number
  /** By default, the number of right responses follows from the number of the connection. */
  readonly after?: 'handshake'
  /** By default, each connection meets another form. */
  readonly repeatsForm?: boolean
  /** A free one by default. */
  readonly port?: number
}

const SLOW_MS = 100
const FLOOD_BYTES = 65_536
const MAX_RANDOM_BYTES = 4096

export async function startHostilePeer(options: PeerOptions): Promise<HostilePeer> {
  const { protocol, behaviour, seed = 0, repeatsForm = false, port = await freePort() } = options
  const sockets = new Set<Socket>()
  let connections = 0
  let badResponses = 0
  const onBad = () => {
    badResponses += 1
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined) // 'close' follows
    socket.once('close', () => sockets.delete(socket))
    const form = repeatsForm ? seed : seed + connections
    misbehave({ ...options, socket, port, form, protocol: protocols[protocol], onBad })
    connections += 1
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const datagrams = createSocket('udp4')
  if (protocol === 'dns') {
    datagrams.on('message', (request, { port: to, address }) => {
      const responses = datagramResponses(request, behaviour, seed + connections)
      connections += 1
      for (const response of responses) datagrams.send(response, to, address)
    })
    await new Promise<void>((resolve) => void datagrams.bind(port, '127.0.0.1', resolve))
  }
  return {
    port,
    connections: () => connections,
    openConnections: () => sockets.size,
    badResponses: () => badResponses,
    async [Symbol.asyncDispose]() {
      datagrams.close()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The same bytes for the same seed. */
const seededBytes = (seed: number, outputLength: number): Buffer =>
  createHash('shake256', { outputLength }).update(`${seed}`).digest()

interface Misbehaviour {
  readonly socket: Socket
  /** The port that the peer listens on. */
  readonly port: number
  readonly protocol: PeerProtocol
  readonly behaviour: HostileBehaviour
  readonly after?: 'handshake'
  readonly form: number
  readonly onBad: () => void
}

function misbehave({ socket, port, protocol, behaviour, after, form, onBad }: Misbehaviour): void {
  if (behaviour === 'empty' && after === undefined) {
    socket.resume()
    if (form % 2 === 0) socket.destroy()
    return
  }
  const rightAtFirst = form % protocol.steps
  let step = 0
  const isRight = (request: Buffer) =>
    after === 'handshake' ? protocol.isAfterHandshake?.(request) === false : step <= rightAtFirst
  let isFlooding = false
  const respond = (request: Buffer) => {
    if (isFlooding) return
    const right = protocol.answer(request, port)
    if (right === undefined || socket.destroyed) return
    step += 1
    if (isRight(request)) {
      socket.write(right)
      return
    }
    onBad()
    isFlooding = behaviour === 'endless'
    respondBadly(socket, { right, protocol, request, port, behaviour, form })
  }
  if (protocol.speaksFirst) respond(Buffer.alloc(0))
  socket.on('data', respond)
}

interface BadResponse {
  readonly right: Buffer
  readonly protocol: PeerProtocol
  readonly request: Buffer
  readonly port: number
  readonly behaviour: HostileBehaviour
  readonly form: number
}

function respondBadly(socket: Socket, { right, protocol, request, port, behaviour, form }: BadResponse): void {
  switch (behaviour) {
    case 'cut':
      socket.end(cutOff(right, form))
      break
    case 'wrong':
      socket.write(chosen(protocol.wrong(request, port), form))
      break
    case 'random':
      socket.end(seededBytes(form, randomLength(form)))
      break
    case 'endless': {
      const forms = protocol.endless?.(request) ?? []
      const { head, block } = forms[form % forms.length] ?? { head: right, block: seededBytes(form, FLOOD_BYTES) }
      socket.write(head)
      flood(socket, block)
      break
    }
    case 'slow':
      trickle(socket, right)
      break
    case 'empty':
      if (form % 2 === 0) socket.destroy()
      break
    default:
      behaviour satisfies never
  }
}

const randomLength = (form: number) => 1 + ((form * 7919) % MAX_RANDOM_BYTES)
const cutOff = (right: Buffer, form: number) => right.subarray(0, (form * 31 + 1) % Math.max(1, right.length))
const chosen = (forms: readonly Buffer[], form: number) => forms[form % forms.length] ?? Buffer.alloc(0)

/** As much as the client reads, and one block more. */
function flood(socket: Socket, block: Buffer): void {
  const fill = () => {
    while (!socket.destroyed && socket.write(block));
  }
  socket.on('drain', fill)
  fill()
}

function trickle(socket: Socket, right: Buffer): void {
  let at = 0
  const timer = systemClock.every(SLOW_MS, () => {
    if (at < right.length) socket.write(right.subarray(at, at + 1))
    at += 1
  })
  socket.once('close', () => timer[Symbol.dispose]())
}

/** A flood of datagrams is one of a hundred: UDP has no end to wait for. */
const FLOOD_DATAGRAMS = 100

function datagramResponses(request: Buffer, behaviour: HostileBehaviour, form: number): readonly Buffer[] {
  const right = dnsOverUdp.answer(request, 0) ?? Buffer.alloc(0)
  switch (behaviour) {
    case 'cut':
      return [cutOff(right, form)]
    case 'wrong':
      return [chosen(dnsOverUdp.wrong(request, 0), form)]
    case 'random':
      return [seededBytes(form, randomLength(form))]
    case 'endless':
      return Array.from({ length: FLOOD_DATAGRAMS }, (_, i) => seededBytes(form + i, 512))
    case 'slow':
    case 'empty':
      return []
    default:
      return behaviour satisfies never
  }
}
