/** Calls of this node to the others. Each executes there with exactly the permissions of the user on whose behalf. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import type { Caller } from '../../http/caller.ts'
import { NODE_ID_HEADER } from '../../http/envelope.ts'
import { bodyHashOf, EMPTY_BODY_HASH } from '../../http/peer-call.ts'
import { sessionNameOf } from '../../http/session-name.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { reasonOf } from '../../platform/outgoing/reason-of.ts'
import { isLoopback } from './peer-address.ts'
import type { PeerConnections } from './peer-connections.ts'
import { nodeAnswerTooLarge, nodeRefusedCall, nodeUnreachable } from './peer-errors.ts'
import { CLOCK_TOLERANCE_MS, type PeerSignatures } from './peer-signature.ts'

/** How long another node may take to answer. */
export const PEER_LIMIT_MS = 10_000
/** An answer that is read as a whole. */
export const MAX_PEER_ANSWER_BYTES = 16 * 1024 * 1024

/** Another node, as its record in the settings store describes it. */
export interface PeerNode {
  readonly id: string
  readonly hostname: string
  /** URL of its API with a slash at the end; undefined if it announced none. */
  readonly address: string | undefined
}

export interface PeerAsk {
  readonly method: string
  /** Below `/api`, with a slash at the start and encoded parameters. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** JSON; bytes are sent as they are. */
  readonly body?: unknown
  /** The user on whose behalf. Undefined for public operations. */
  readonly caller: Caller | undefined
  /** The client that this node serves, for the audit log of the other one. */
  readonly clientAddress: string
  /** Further headers, such as `accept`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** How long the answer may take, or its first bytes if it is a stream. */
  readonly limitMs?: number
}

export interface PeerStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Destroy it unless it is read to its end. */
  readonly body: IncomingMessage
}

export interface PeerAnswer {
  readonly status: number
  /** As JSON; the text if it is none, undefined if there is none. */
  readonly body: unknown
}

export type Peers = ReturnType<typeof createPeers>

export interface PeersDeps {
  readonly connections: PeerConnections
  readonly signatures: PeerSignatures
  readonly clock: Clock
  readonly hostname: string
  /** Throws if there is no such node. */
  readonly node: (nodeId: string) => Promise<PeerNode>
  /** The active nodes but this one. */
  readonly others: () => Promise<readonly PeerNode[]>
}

export function createPeers(deps: PeersDeps) {
  async function open(node: PeerNode, ask: PeerAsk): Promise<PeerStream> {
    const { url, path } = addressed(deps, node, ask)
    const body = bodyOf(ask.body)
    const proof = deps.signatures.sign(
      { method: ask.method, path },
      {
        to: node.id,
        body: body === undefined ? EMPTY_BODY_HASH : bodyHashOf(body),
        address: ask.clientAddress,
        ...userOf(ask.caller),
      },
    )
    const headers = {
      'x-requested-by': 'logyard',
      ...ask.headers,
      ...proof,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': `${body.byteLength}` }),
    }
    const { method, limitMs = PEER_LIMIT_MS, signal } = ask
    const sending = { url, method, headers, body, limitMs, signal }
    const answer = await deps.connections.send(sending).catch((error: unknown) => {
      throw nodeUnreachable(node.id, reasonOf(error), { cause: error })
    })
    try {
      checkAnswerer(deps, node, answer)
    } catch (error) {
      answer.destroy()
      throw error
    }
    return { status: answer.statusCode ?? 500, headers: answer.headers, body: answer }
  }

  async function askNode(node: PeerNode, ask: PeerAsk): Promise<PeerAnswer> {
    const { limitMs = PEER_LIMIT_MS } = ask
    const startedMs = deps.clock.monotonicMs()
    const { status, headers, body } = await open(node, ask)
    const late = new AbortController()
    const leftMs = limitMs - (deps.clock.monotonicMs() - startedMs)
    deps.clock.sleep(Math.max(0, leftMs), late.signal).then(
      () => body.destroy(new Error(`it took longer than ${limitMs / 1000} s`)),
      () => undefined,
    )
    try {
      const text = await readWhole(node.id, body)
      const isJson = headers['content-type']?.includes('json') === true
      return { status, body: isJson ? parsed(node.id, text) : text === '' ? undefined : text }
    } finally {
      late.abort()
    }
  }

  return {
    /** The whole answer, whatever its status. Throws if there is no such node or it does not answer. */
    ask: async (nodeId: string, ask: PeerAsk): Promise<PeerAnswer> => askNode(await deps.node(nodeId), ask),
    /** The answer as it arrives: exports, live tails, thread dumps. */
    stream: async (nodeId: string, ask: PeerAsk): Promise<PeerStream> => open(await deps.node(nodeId), ask),
    /** The answers of all active nodes but this one; undefined for a node that did not answer. */
    async askAll(ask: PeerAsk): Promise<ReadonlyMap<string, PeerAnswer | undefined>> {
      const nodes = await deps.others()
      const answers = nodes.map(async (node) => [node.id, await unlessUnreachable(askNode(node, ask))] as const)
      return new Map(await Promise.all(answers))
    },
  }
}

function addressed({ hostname }: PeersDeps, node: PeerNode, { path: pathname, query = {} }: PeerAsk) {
  const { id, address } = node
  if (address === undefined) throw nodeUnreachable(id, 'it has announced no address')
  if (isLoopback(address) && node.hostname !== hostname) {
    throw nodeUnreachable(id, `only its own machine reaches ${address}. Set LOGYARD_NODE_URL there.`)
  }
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(given).toString()
  const asked = search === '' ? pathname : `${pathname}?${search}`
  const url = new URL(`${address.replace(/\/$/, '')}${asked}`)
  // The query as it is sent: clients leave characters unencoded, or end a path with a question mark.
  return { path: asked.replace(/\?.*$/s, '') + url.search, url }
}

function bodyOf(body: unknown): Uint8Array | undefined {
  if (body === undefined || body === null) return undefined
  return body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
}

/** Neither passwords nor the ids of sessions leave the node. */
function userOf(caller: Caller | undefined) {
  if (caller === undefined) return {}
  const { userId: id, credential, tokenName } = caller
  const session = sessionNameOf(caller)
  const user = {
    id,
    ...(credential === undefined ? {} : { credential }),
    ...(tokenName === undefined ? {} : { token_name: tokenName }),
    ...(session === undefined ? {} : { session_name: session }),
  }
  return { user }
}

function checkAnswerer({ clock }: PeersDeps, { id }: PeerNode, answer: IncomingMessage): void {
  const answerer = answer.headers[NODE_ID_HEADER.toLowerCase()]
  if (answerer !== id)
    throw nodeUnreachable(id, `${answerer === undefined ? 'another program' : 'another node'} has its address`)
  // The caller is signed in here, so it is the signature that was refused.
  if (answer.statusCode !== 401) return
  const theirMs = Date.parse(answer.headers.date ?? '')
  const differenceMs = Math.abs(theirMs - clock.now().getTime())
  if (differenceMs > CLOCK_TOLERANCE_MS - 1000) {
    throw nodeRefusedCall(id, `its clock differs by ${Math.round(differenceMs / 1000)} s. Synchronise the clocks.`)
  }
  throw nodeRefusedCall(id, 'it has just started, has another secret (LOGYARD_SECRET), or does not know the user')
}

async function readWhole(nodeId: string, body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_PEER_ANSWER_BYTES) throw nodeAnswerTooLarge(nodeId)
    }
  } catch (error) {
    if (error instanceof LogyardError) throw error
    throw nodeUnreachable(nodeId, reasonOf(error), { cause: error })
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(nodeId: string, text: string): unknown {
  if (text === '') return undefined
  const value: unknown = unlessThrown(SyntaxError, () => JSON.parse(text))
  if (value === undefined) throw nodeUnreachable(nodeId, 'its answer is not valid JSON')
  return value
}

async function unlessUnreachable(answer: Promise<PeerAnswer>): Promise<PeerAnswer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof LogyardError && error.kind === 'unreachable') return undefined
    throw error
  }
}
