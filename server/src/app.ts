/** Starts every part of Logyard, and stops them in the opposite order. */
import { join } from 'node:path'
import { createOtherNodes } from './cluster/peers/other-nodes.ts'
import { peerAddressOf } from './cluster/peers/peer-address.ts'
import { createPeerCallReader } from './cluster/peers/peer-calls.ts'
import { createClientAddresses } from './http/client-address.ts'
import { createHttpServer, type HttpServer } from './http/http-server.ts'
import { parseListenAddress } from './http/listen-address.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { ServerLog } from './platform/server-log/server-log.ts'
import type { Foundation, WiredFlow } from './wiring/area.ts'
import { startFlows } from './wiring/flows.ts'
import { openFoundation } from './wiring/foundation.ts'
import { createStartup } from './wiring/startup.ts'

export interface App extends AsyncDisposable {
  /** Address of the console, with the prefix and a slash at the end. */
  readonly url: string
  /** The generated password of `admin`, until its first use. */
  readonly unusedPassword: string | undefined
  /** Resolves when an administrator shuts this node down. */
  readonly shutdownAsked: Promise<string>
}

const CONSOLE_FOLDER = join(import.meta.dirname, '..', '..', 'console', 'dist')

export async function startApp(deps: {
  readonly config: Config
  readonly serverLog: ServerLog
  /** Why the server before this one ended, if it ended unexpectedly. */
  readonly endedBefore: string | undefined
}): Promise<App> {
  const { config, serverLog, endedBefore } = deps
  await using startup = createStartup(systemClock)
  const prefix = config.LOGYARD_PREFIX.replace(/\/$/, '')
  const externalUrl = config.LOGYARD_EXTERNAL_URL.replace(/\/$/, '')
  /** A path, unless the settings name the URL by which clients reach this server. */
  const apiUrl = externalUrl === '' ? `${prefix}/api` : `${externalUrl}/api`
  const clientAddresses = createClientAddresses(config.LOGYARD_TRUSTED_PROXIES)

  const foundation = await openFoundation(startup, { config, serverLog, clientAddresses, endedBefore })
  const flows = await startFlows(startup, foundation, `${prefix}/`)
  const http = await startup.start('http', () => serveFlows(foundation, flows, { apiUrl, clientAddresses }))

  const url = await http.listen(parseListenAddress(config.LOGYARD_LISTEN))
  const peerAddress = peerAddressOf(url, config.LOGYARD_NODE_URL)
  const transportAddress = config.LOGYARD_NODE_URL === '' && externalUrl !== '' ? `${apiUrl}/` : peerAddress
  await foundation.cluster.ready({ transportAddress, peerAddress })
  for (const flow of flows) await flow.open?.()
  await foundation.completeFirstStart()
  await foundation.audit.nodeStarted()
  const running = startup.move()
  return {
    url,
    unusedPassword: foundation.identity.unusedRootPassword,
    shutdownAsked: foundation.cluster.shutdown.due.then(() => 'asked over the API'),
    async [Symbol.asyncDispose]() {
      await foundation.cluster.shutdown.announce()
      await foundation.cluster.leave()
      // A sample would read figures of parts that have stopped.
      foundation.metrics[Symbol.dispose]()
      await running[Symbol.asyncDispose]()
    },
  }
}

async function serveFlows(
  { config, clock, ids, log, settings, cluster, identity, audit, metrics }: Foundation,
  flows: readonly WiredFlow[],
  { apiUrl, clientAddresses }: { apiUrl: string; clientAddresses: ReturnType<typeof createClientAddresses> },
): Promise<HttpServer> {
  const apiPath = `${config.LOGYARD_PREFIX.replace(/\/$/, '')}/api`
  const http = await createHttpServer({
    log: log.child({ subject: 'http' }),
    clock,
    ids,
    nodeId: cluster.nodeId,
    prefix: config.LOGYARD_PREFIX,
    externalUrl: config.LOGYARD_EXTERNAL_URL,
    rootTimeZone: config.LOGYARD_TIMEZONE,
    cors: config.LOGYARD_CORS,
    consoleFolder: CONSOLE_FOLDER,
    inCall: settings.inCall,
    authenticate: identity.authenticate,
    readPeerCall: createPeerCallReader({
      signatures: cluster.peerSignatures,
      callerById: identity.callerById,
      apiPath,
    }),
    operationHooks: { nodes: createOtherNodes({ ...cluster, apiPath }), audit: audit.hook },
    clientAddresses,
    async routes(api, files) {
      for (const flow of flows) await flow.routes(api, { apiUrl, files })
    },
  })
  for (const name of ['open', 'refused', 'displaced'] as const) {
    metrics.gauge(`logyard.http.connections.${name}`, () => http.connections()[name])
  }
  return http
}
