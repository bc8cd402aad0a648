/**
 * The same tail on the other nodes, for a client of this one. Each is executed there with the permissions of the user, and
 * its events go to a buffer of the client. A slow client fills that buffer, and holds up no node.
 */
import { TailRate, tailMessages } from '@logyard/contract/live/live-tail'
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { Value } from 'typebox/value'
import type { PeerStream, Peers } from '../cluster/peers/peers.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { TailBuffer, TailEvent } from './tail-buffers.ts'

/** The event by which a node says to another one that it sends whatever it stores from now on. */
export const READY_EVENT = 'ready'
/** An event with one message may be that long. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024
/** A node that is not ready by then counts as lost. */
const READY_WITHIN_MS = 5000
const LOOK_EVERY_MS = 1000

export interface OtherTailsDeps {
  readonly peers: Pick<Peers, 'stream'>
  /** The ids of the other active nodes. */
  readonly otherNodes: () => Promise<readonly string[]>
  readonly clock: Clock
}

export interface TailElsewhere {
  readonly caller: Caller
  readonly clientAddress: string
  readonly query: Readonly<Record<string, string | number | undefined>>
  readonly nodes: readonly string[]
  readonly buffer: Pick<TailBuffer, 'add'>
  readonly signal: AbortSignal
  /** A node does not send any more. */
  readonly onLost: (nodeId: string) => void
  /** Another node has become active: the client has to connect again to get its messages. */
  readonly onJoined: () => void
}

/** Resolves once each of the nodes sends what it stores, or is lost. */
export async function openOtherTails(deps: OtherTailsDeps, wanted: TailElsewhere): Promise<void> {
  void watchNodes(deps, wanted)
  await Promise.all(wanted.nodes.map((nodeId) => openTailOf(deps, wanted, nodeId)))
}

async function openTailOf(deps: OtherTailsDeps, wanted: TailElsewhere, nodeId: string): Promise<void> {
  const { signal, onLost } = wanted
  const ready = Promise.withResolvers<void>()
  const leaving = AbortSignal.any([signal, AbortSignal.timeout(READY_WITHIN_MS)])
  leaving.addEventListener('abort', () => ready.resolve(), { once: true })
  const ended = follow(deps, wanted, nodeId, ready.resolve).catch(() => undefined)
  void ended.then(() => {
    if (!signal.aborted) onLost(nodeId)
    ready.resolve()
  })
  await ready.promise
}

async function follow(
  { peers }: OtherTailsDeps,
  { caller, clientAddress, query, buffer, signal }: TailElsewhere,
  nodeId: string,
  isReady: () => void,
): Promise<void> {
  const { method, path } = tailMessages
  const stream = await peers.stream(nodeId, { method, path, query, caller, clientAddress, signal })
  if (stream.status !== 200) {
    stream.body.destroy()
    return
  }
  for await (const block of blocksOf(stream)) {
    const event = readEvent(block, nodeId)
    if (event === READY_EVENT) isReady()
    else if (event !== undefined) buffer.add(event)
  }
}

/** The events of a response, each with its two line breaks. */
async function* blocksOf({ body }: PeerStream): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of body) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      yield rest.subarray(0, end + 2)
      rest = rest.subarray(end + 2)
    }
    if (rest.length > MAX_EVENT_BYTES) {
      body.destroy()
      return
    }
  }
}

function readEvent(data: Buffer, node: string): TailEvent | typeof READY_EVENT | undefined {
  const name = lineOf(data, 'event')
  if (name === READY_EVENT) return READY_EVENT
  if (name === 'messages') {
    // The messages stay encoded. Their number is that of their ids.
    const messages = data.toString('latin1').split('"message":{').length - 1
    return { data, id: lineOf(data, 'id'), messages, node }
  }
  const value: unknown = unlessThrown(SyntaxError, () => JSON.parse(lineOf(data, 'data')))
  if (name === 'rate')
    return Value.Check(TailRate, value) ? { data, id: '', messages: 0, node, rate: value } : undefined
  return name === 'gap' ? { data, id: '', messages: 0, node } : undefined
}

/** The rest of the first line that begins with the name; empty if there is none. */
function lineOf(data: Buffer, name: string): string {
  const begin = `${name}: `
  const start = data.subarray(0, begin.length).equals(Buffer.from(begin)) ? 0 : data.indexOf(`\n${begin}`) + 1
  if (start === 0 && !data.subarray(0, begin.length).equals(Buffer.from(begin))) return ''
  return data.toString('utf8', start + begin.length, data.indexOf('\n', start))
}

/** Nodes come rarely; the client reads what they have stored meanwhile when it connects again. */
async function watchNodes(
  { otherNodes, clock }: OtherTailsDeps,
  { nodes, signal, onJoined }: TailElsewhere,
): Promise<void> {
  const lost = new Set<string>()
  while (!signal.aborted) {
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined)
    const active = await otherNodes().catch(() => nodes)
    for (const nodeId of nodes) if (!active.includes(nodeId)) lost.add(nodeId)
    if (!signal.aborted && active.some((nodeId) => !nodes.includes(nodeId) || lost.has(nodeId))) onJoined()
  }
}
