import { Agent, type ClientRequest } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect } from 'node:net'
import type { EngineAccess } from '@logyard/engine/engine-access'
import type { Credentials } from '../../platform/credentials.ts'

/** A ClickHouse server that others run. */
export interface ClusterAddress {
  /** Address with the name and password of the user for everything that the others may not do. */
  readonly url: string
  /** How the limited users sign in. Without them, the user of the address does their work. */
  readonly users?: Readonly<Record<string, Credentials>>
  /** The certificates of an authority that the system does not know. */
  readonly ca?: string
}

/** Where ClickHouse listens: the process that runs at present, or a server that others run. */
export type EngineAddress = { readonly running: () => EngineAccess | undefined } | ClusterAddress

const MAX_CONNECTIONS = 32
/** Shorter than the limits of ClickHouse and of proxies before it: a statement that changes something is not repeated. */
const IDLE_MS = 2500
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE'])

export function createEngineConnections(address: EngineAddress) {
  const agent = agentTo(address)
  const ofReused = new WeakSet<Error>()
  const reuse = agent.reuseSocket.bind(agent)
  agent.reuseSocket = (socket, request: ClientRequest) => {
    request.prependOnceListener('error', (error) => ofReused.add(error))
    reuse(socket, request)
  }
  return {
    agent,
    /**
     * Whether the failure is that of a request on a reused connection. ClickHouse closes idle connections; one that was
     * closed just before the request was written has executed nothing.
     */
    wasClosedWhileIdle: (error: unknown) =>
      error instanceof Error && ofReused.has(error) && 'code' in error && CLOSED.has(error.code),
    closeIdle() {
      for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
    },
  }
}

function agentTo(address: EngineAddress): Agent {
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_MS }
  if ('url' in address) {
    const { url, ca } = address
    return url.startsWith('https:')
      ? new HttpsAgent({ ...options, ...(ca !== undefined && { ca }) })
      : new Agent(options)
  }
  const agent = new Agent(options)
  // Nobody listens on port 0: while no process runs, each call fails at once.
  agent.createConnection = () => connect(address.running()?.port ?? 0, '127.0.0.1')
  return agent
}
