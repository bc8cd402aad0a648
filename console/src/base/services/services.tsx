/** What the whole console shares. Created once by the entry: nothing is opened at import time. */

import { ping as pingOperation } from '@logyard/contract/cluster/cluster'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import { type Call, createApiClient } from '../../api/api-client.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { createServerAvailability, PING_INTERVAL_MS, type ServerAvailability } from '../server/server-availability.ts'
import { createRefusals, type Refusals } from '../session/refusals.ts'
import { createSession, type Session } from '../session/session.ts'
import { type Clock, systemClock } from './clock.ts'
import type { AppConfig } from './config.ts'

export interface Services {
  readonly config: AppConfig
  readonly call: Call
  readonly clock: Clock
  readonly session: Session
  readonly server: ServerAvailability
  readonly refusals: Refusals
  readonly queryClient: QueryClient
}

export function createServices(
  config: AppConfig,
  window: Window,
  fetch: typeof globalThis.fetch,
  clock: Clock = systemClock,
): Services & Disposable {
  const session = createSession(window.localStorage, window)
  const server = createServerAvailability()
  const refusals = createRefusals()
  const watch = { ...server, ...refusals }
  const call = createApiClient({ apiUrl: config.apiUrl, credentials: session, watch, fetch })
  // A failed ping has already marked the server as down.
  const ping = () => call(pingOperation, { extendSession: false }).catch(() => undefined)
  const timer = setInterval(ping, PING_INTERVAL_MS)
  return {
    config,
    call,
    clock,
    session,
    server,
    refusals,
    queryClient: createQueryClient(),
    [Symbol.dispose]() {
      clearInterval(timer)
      session[Symbol.dispose]()
    },
  }
}

const ServicesContext = createContext<Services | undefined>(undefined)
export const ServicesProvider = ServicesContext.Provider

export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === undefined) throw new Error('rendered outside of the application')
  return services
}

/** `const call = useCall()`, then `call(getUser, { params: { username } })`. */
export const useCall = (): Call => useServices().call

export const useClock = (): Clock => useServices().clock

export function useSession() {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.state)
}
