import { onTestFinished } from 'vitest'
import type { HttpServerDeps } from '../../http/http-server.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { startHttp, testCaller } from '../../testing/start-http.ts'
import { nodeUnknown } from '../nodes.ts'
import { createOtherNodes } from '../peers/other-nodes.ts'
import { createPeerCallReader } from '../peers/peer-calls.ts'
import { createPeerConnections } from '../peers/peer-connections.ts'
import { createPeerSignatures } from '../peers/peer-signature.ts'
import { createPeers, type PeerNode } from '../peers/peers.ts'

export const PEER_KEY = Buffer.alloc(32, 7)
const PERMISSIONS: Readonly<Record<string, readonly string[]>> = { ada: ['*'], bob: ['seeds:sow:oats'] }

/** The permissions of users `ada`, who may do everything, and `bob`, who may sow oats. */
export const peerCaller = (userId: string) => ({
  ...testCaller(PERMISSIONS[userId] ?? []),
  userId,
  username: userId,
})

export interface PeerOptions {
  readonly routes: HttpServerDeps['routes']
  readonly key?: Buffer
  readonly clockOffMs?: number
  readonly prefix?: string
}

/**
 * A node with an API of its own, which adds itself to `nodes`, and its calls to the others. The header `X-Test-User` makes
 * a request one of that user.
 */
export async function startPeer(id: string, nodes: Map<string, PeerNode>, options: PeerOptions) {
  const { routes, key = PEER_KEY, clockOffMs = 0, prefix = '' } = options
  const clock = { ...systemClock, now: () => new Date(Date.now() + clockOffMs) }
  const signatures = createPeerSignatures({ key, nodeId: id, clock, ids: createIds(clock.now) })
  const connections = createPeerConnections({ clock, authorities: undefined })
  const peers = createPeers({
    connections,
    signatures,
    clock,
    hostname: 'here',
    async node(wanted) {
      const node = nodes.get(wanted)
      if (node === undefined) throw nodeUnknown(wanted)
      return node
    },
    others: async () => [...nodes.values()].filter((node) => node.id !== id),
  })
  const apiPath = `${prefix}/api`
  const audited: string[] = []
  const http = await startHttp(routes, {
    nodeId: id,
    prefix,
    readPeerCall: createPeerCallReader({
      signatures,
      callerById: async (userId, proof) => (userId in PERMISSIONS ? { ...peerCaller(userId), ...proof } : undefined),
      apiPath,
    }),
    authenticate: async ({ headers: { 'x-test-user': user } }) =>
      typeof user === 'string' ? peerCaller(user) : undefined,
    operationHooks: {
      nodes: createOtherNodes({ nodeId: id, peers, apiPath }),
      audit: {
        async perform(call, work) {
          audited.push(`${call.event} by ${call.caller()?.username} at ${call.clientAddress}`)
          return (await work()).answer
        },
        refused: (call, status) => void audited.push(`${call.event} refused with ${status}`),
      },
    },
  })
  nodes.set(id, { id, hostname: 'here', address: `${http.api}/` })
  onTestFinished(async () => {
    connections[Symbol.dispose]()
    await http[Symbol.asyncDispose]()
  })
  return { id, http, peers, signatures, audited }
}
