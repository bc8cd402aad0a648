/** Renders the whole console in jsdom as `main.tsx` does, with a contract server as its network. */
import { countOpenAlerts } from '@logyard/contract/alerts/alerts'
import { ping } from '@logyard/contract/cluster/cluster'
import { getGettingStarted } from '@logyard/contract/cluster/getting-started'
import { countUnusualMessages, getUnusualOfStream } from '@logyard/contract/fields/unusual-messages'
import { listOidcSignIns } from '@logyard/contract/identity/oidc'
import { createSession, deleteSession, validateSession } from '@logyard/contract/identity/sessions'
import { getUser, type UserSummary } from '@logyard/contract/identity/users'
import { countFailures } from '@logyard/contract/ingest/failures'
import { listInputAddresses } from '@logyard/contract/ingest/inputs'
import { getLegacyAlertStatus } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { listNotifications } from '@logyard/contract/notices/notifications'
import { notifications } from '@mantine/notifications'
import { cleanup, render } from '@testing-library/react'
import { App } from '../app/app.tsx'
import { type ConsolePlugin, createPluginRegistry } from '../base/plugins/plugin-registry.ts'
import { type Clock, systemClock } from '../base/services/clock.ts'
import { createServices } from '../base/services/services.tsx'
import { installBrowserShims } from './browser-shims.ts'
import { ContractServer } from './contract-server.ts'

export const ada: UserSummary = {
  id: '5f0000000000000000000001',
  username: 'ada',
  email: 'ada@example.org',
  full_name: 'Ada Lovelace',
  permissions: ['*'],
  grn_permissions: [],
  preferences: {},
  timezone: 'Europe/Berlin',
  session_timeout_ms: 28_800_000,
  read_only: false,
  external: false,
  startpage: null,
  roles: ['Admin'],
  session_active: true,
  last_activity: null,
  client_address: null,
  account_status: 'enabled',
  service_account: false,
}

export interface ConsoleOptions {
  readonly path?: string
  /** Absent: nobody is signed in. */
  readonly user?: UserSummary
  readonly prefix?: string
  readonly language?: string
  readonly plugins?: readonly ConsolePlugin[]
  /** Responses besides those of sign-in, user, ping, badge and throughput. */
  readonly server?: ContractServer
  /** Clock for tests of relative times and ranges; the system's by default. */
  readonly clock?: Clock
}

/** A server with one user and nothing else to report. */
export function quietServer(user: UserSummary = ada): ContractServer {
  const session = {
    session_id: 's1',
    valid_until: '2026-03-01T17:00:00.000+0000',
    username: user.username,
    user_id: user.id ?? '',
  }
  return new ContractServer()
    .on(ping, { cluster_id: 'c', node_id: 'n', version: '0.1.0', tagline: '' })
    .on(createSession, session)
    .outcome(validateSession, ({ headers }) => {
      const isValid = headers.get('Authorization') === `Basic ${btoa('s1:session')}`
      return { status: 200, body: { is_valid: isValid, session_id: null, username: null } }
    })
    .on(deleteSession, null)
    .on(listOidcSignIns, { providers: [] })
    .on(getUser, user)
    .on(listNotifications, { total: 0, notifications: [] })
    .on(getGettingStarted, { show: false })
    .on(listInputAddresses, { addresses: [] })
    .on(readMetricsOfCluster, {})
    .on(getLegacyAlertStatus, { is_enabled: false, setting: 'LOGYARD_LEGACY_ALERTS', check_interval_seconds: 60 })
    .on(countOpenAlerts, { total: 0, by_definition: {} })
    .on(countUnusualMessages, { streams: [], inputs: [] })
    .on(getUnusualOfStream, { total: 0, fields: [] })
    .on(countFailures, {
      total: 0,
      newest: null,
      inputs: [],
      reasons: [],
      last_day: 0,
      size: 0,
      size_limit: 52_428_800,
    })
}

export function renderConsole(options: ConsoleOptions = {}) {
  const {
    path = '/',
    user,
    prefix = '',
    language,
    server = quietServer(user),
    plugins = [],
    clock = systemClock,
  } = options
  installBrowserShims()
  window.localStorage.clear()
  window.sessionStorage.clear()
  if (language !== undefined) window.localStorage.setItem('language', language)
  if (user !== undefined) {
    window.localStorage.setItem('sessionId', 's1')
    window.localStorage.setItem('username', user.username)
  }
  window.history.replaceState(null, '', `${prefix}${path}`)
  const config = { apiUrl: `${prefix}/api/`, basePath: `${prefix}/`, rootTimeZone: 'UTC' }
  const fetch: typeof globalThis.fetch = (input, init) => server.fetch(String(input).replace(prefix, ''), init)
  const services = createServices(config, window, fetch, clock)
  render(<App services={services} plugins={createPluginRegistry(plugins)} />)
  return {
    server,
    services,
    [Symbol.dispose]() {
      cleanup()
      notifications.clean()
      services.queryClient.clear()
      services[Symbol.dispose]()
    },
  }
}
