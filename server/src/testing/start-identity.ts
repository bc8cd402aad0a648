import { rm } from 'node:fs/promises'
import { allOperations } from '@logyard/contract/operations'
import type { FastifyInstance } from 'fastify'
import { type AuditDeps, createAudit } from '../audit/audit.ts'
import { nodeUnknown } from '../cluster/nodes.ts'
import { createOtherNodes } from '../cluster/peers/other-nodes.ts'
import { createPeerCallReader } from '../cluster/peers/peer-calls.ts'
import { createPeerConnections } from '../cluster/peers/peer-connections.ts'
import { createPeerSignatures } from '../cluster/peers/peer-signature.ts'
import { createPeers, type PeerNode, type Peers } from '../cluster/peers/peers.ts'
import { type ClusterConfig, createClusterConfig } from '../cluster-config/cluster-config.ts'
import { createClientAddresses } from '../http/client-address.ts'
import { createHttpServer } from '../http/http-server.ts'
import { createIdentity, type Identity } from '../identity/identity.ts'
import { identityRoutes } from '../identity/identity-routes.ts'
import type { DirectoryLimits } from '../identity/ldap/directory-limits.ts'
import { initialPasswordFile } from '../identity/passwords/initial-password.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createIds, type Ids } from '../platform/ids.ts'
import { createLog, type Log } from '../platform/log.ts'
import { fetchChecked } from '../platform/outgoing/fetch-checked.ts'
import { createScheduler, type Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { createDataFolder } from './data-folder.ts'
import { fixedClock } from './fixed-clock.ts'
import { dropDatabaseOf, openSettingsOf } from './settings-of-folder.ts'

export const ROOT_PASSWORD = 'the secret of root'

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; `undefined` when there is none, or it is not JSON. */
  readonly body: unknown
}

export interface ApiRequest {
  /** `name:password`; root's when absent, none when empty. */
  readonly as?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Where the call comes from. */
  readonly from?: string
  /** Without the header that shows that the call was meant. */
  readonly isForged?: true
}

export interface IdentityUnderTest extends AsyncDisposable {
  /** Address of the API, without a slash at the end. */
  readonly url: string
  readonly identity: Identity
  readonly settings: SettingsStore
  readonly folder: string
  readonly clock: ReturnType<typeof fixedClock>
  readonly nodeId: string
  /** The nodes on these settings by id. */
  readonly nodes: Map<string, PeerNode>
  call(method: string, path: string, request?: ApiRequest): Promise<ApiAnswer>
  /** Creates a user whose password is `<name>-password`; answers its id. */
  addUser(username: string, more?: Readonly<Record<string, unknown>>): Promise<string>
  /** Signs in and answers `<session id>:session`. */
  signIn(username: string, password?: string): Promise<string>
  logged(): string
}

export interface IdentityOptions {
  /** Another node: this one gets its settings store and its clock, and both can call each other. */
  readonly beside?: IdentityUnderTest
  /** Kept when it is given, else a new one that goes with the test. */
  readonly folder?: string
  readonly isRootEnabled?: boolean
  /** As in the settings of the server; `ROOT_PASSWORD` by default. */
  readonly rootPassword?: string
  readonly startAt?: string
  readonly audit?: Pick<AuditDeps, 'changesOfUserPerHour'>
  readonly isClockSteady?: () => boolean
  readonly providerRequestMs?: number
  readonly directoryLimits?: DirectoryLimits
  /** Whether an address of a provider is allowed; all are by default. */
  readonly isUrlAllowed?: (url: string) => Promise<boolean>
  /** Another area, served beside identity. */
  readonly area?: (api: FastifyInstance, parts: AreaParts) => Promise<void>
}

export interface AreaParts {
  readonly identity: Identity
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly isClockSteady: () => boolean
  /** The one that the audit log has its settings in. */
  readonly clusterConfig: ClusterConfig
  readonly nodeId: string
  readonly peers: Peers
  /** The ids of the other nodes on these settings. */
  readonly otherNodes: () => Promise<readonly string[]>
}

const NODE_ID = '5ca1ab1e-0000-4000-8000-000000000001'
const SECOND_NODE_ID = '5ca1ab1e-0000-4000-8000-000000000002'
/** Tests hash thousands of passwords: these take 0.1 ms of processor time instead of 25. */
const LOW_COST = { memory: 8, passes: 1 }
const OTHER_THAN_JSON = /^(?:text\/|application\/x-ndjson)/

/** Identity as it is served: real HTTP, a real settings file, and a clock that the test moves. */
export async function startIdentity(options: IdentityOptions = {}): Promise<IdentityUnderTest> {
  const { beside } = options
  const folder = beside?.folder ?? options.folder ?? (await createDataFolder())
  const nodeId = beside === undefined ? NODE_ID : SECOND_NODE_ID
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const clock = beside?.clock ?? fixedClock(options.startAt ?? '2026-03-01T09:00:00.000Z')
  const ids = createIds(clock.now)
  const clientAddresses = createClientAddresses('127.0.0.1')
  const settings = beside?.settings ?? (await openSettingsOf(folder, { clock, log }))
  const { isClockSteady = () => true } = options
  const scheduler = createScheduler({
    settings,
    clock,
    log,
    nodeId,
    metrics: createMetrics(clock),
    isClockSteady,
  })
  const clusterConfig = createClusterConfig({ settings })
  const auditDeps = {
    entries: settings.entryLog,
    audited: settings.audited,
    clock,
    log,
    nodeId,
    scheduler,
    clusterConfig,
  }
  const audit = await createAudit({ ...auditDeps, ...options.audit })
  const identity = await createIdentity({
    settings,
    clock,
    ids,
    log,
    scheduler,
    clusterConfig,
    root: { username: 'admin', email: '', timezone: 'UTC', isEnabled: options.isRootEnabled ?? true },
    rootPassword: options.rootPassword ?? ROOT_PASSWORD,
    passwordCost: LOW_COST,
    initialPassword: initialPasswordFile(folder),
    addressOf: clientAddresses.of,
    isFromTrustedProxy: clientAddresses.isFromTrustedProxy,
    fetchChecked,
    isUrlAllowed: options.isUrlAllowed ?? (async () => true),
    ...(options.providerRequestMs === undefined ? {} : { providerRequestMs: options.providerRequestMs }),
    ...(options.directoryLimits === undefined ? {} : { directoryLimits: options.directoryLimits }),
    onSignInRefused: audit.signInRefused,
  })
  const nodes = beside?.nodes ?? new Map<string, PeerNode>()
  const otherNodes = async () => [...nodes.keys()].filter((id) => id !== nodeId)
  const signatures = createPeerSignatures({ key: settings.keyFor('calls between nodes'), nodeId, clock, ids })
  const connections = createPeerConnections({ clock: systemClock, authorities: undefined })
  const peers = createPeers({
    ...{ connections, signatures, clock: systemClock, hostname: 'here' },
    async node(wanted) {
      const node = nodes.get(wanted)
      if (node === undefined) throw nodeUnknown(wanted)
      return node
    },
    others: async () => [...nodes.values()].filter(({ id }) => id !== nodeId),
  })
  const server = await createHttpServer({
    log,
    clock: systemClock,
    ids,
    nodeId,
    prefix: '',
    externalUrl: '',
    rootTimeZone: 'UTC',
    cors: false,
    consoleFolder: '/nonexistent',
    authenticate: identity.authenticate,
    readPeerCall: createPeerCallReader({ signatures, callerById: identity.callerById, apiPath: '/api' }),
    clientAddresses,
    operationHooks: { nodes: createOtherNodes({ nodeId, peers, apiPath: '/api' }), audit: audit.hook },
    async routes(api) {
      identityRoutes(api, identity, '/api')
      audit.routes(api, allOperations)
      await options.area?.(api, {
        identity,
        settings,
        clock,
        ids,
        log,
        scheduler,
        isClockSteady,
        clusterConfig,
        nodeId,
        peers,
        otherNodes,
      })
    },
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  nodes.set(nodeId, { id: nodeId, hostname: 'here', address: `${url}api/` })

  const call = async (method: string, path: string, request: ApiRequest = {}): Promise<ApiAnswer> => {
    const as = request.as ?? `admin:${ROOT_PASSWORD}`
    const answer = await fetch(`${url}api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(request.isForged ? {} : { 'X-Requested-By': 'test' }),
        ...(as === '' ? {} : { Authorization: basic(as) }),
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(request.from === undefined ? {} : { 'X-Forwarded-For': request.from }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })
    const text = await answer.text()
    const isJson = text !== '' && !OTHER_THAN_JSON.test(answer.headers.get('content-type') ?? '')
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }

  return {
    url: `${url}api`,
    identity,
    settings,
    folder,
    clock,
    nodeId,
    nodes,
    call,
    async addUser(username, more = {}) {
      const user = { username, password: `${username}-password`, email: `${username}@example.com` }
      const body = { ...user, full_name: `${username} Example`, permissions: [], roles: ['Reader'], ...more }
      const created = await call('POST', '/users', { body })
      if (created.status !== 201) throw new Error(`user ${username} was refused: ${created.text}`)
      const account = (await identity.accounts.read()).findByName(username)
      if (account === undefined) throw new Error(`user ${username} is not there`)
      return account.user.id
    },
    async signIn(username, password = `${username}-password`) {
      const answer = await call('POST', '/system/sessions', { as: '', body: { username, password } })
      const session = answer.body
      if (typeof session !== 'object' || session === null || !('session_id' in session)) {
        throw new Error(`${username} could not sign in: ${answer.status}`)
      }
      return `${session.session_id}:session`
    },
    logged: () => lines.join(''),
    async [Symbol.asyncDispose]() {
      nodes.delete(nodeId)
      connections[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
      await identity[Symbol.asyncDispose]()
      await audit[Symbol.asyncDispose]()
      await scheduler[Symbol.asyncDispose]()
      if (beside !== undefined) return
      await settings[Symbol.asyncDispose]()
      if (options.folder !== undefined) return
      await dropDatabaseOf(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const basic = (credentials: string) => `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`
