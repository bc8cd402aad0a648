/** What the thread of a data adapter and the main thread give each other. */
import type { AdapterConfigs } from '@logyard/contract/lookup/adapter-configs'
import type { Notification } from '@logyard/contract/notices/notifications'
import type { LookupResult } from '../lookup-tables.ts'
import type { WhoisServers } from './outside-addresses.ts'

/** The types that ask a service for each key. */
export type AskingConfig = AdapterConfigs['dnslookup' | 'whois' | 'httpjsonpath' | 'otx-api']

export interface LookupThreadData {
  /** Of the adapter. */
  readonly name: string
  readonly config: AskingConfig
  readonly otx: string
  readonly whois: WhoisServers
}

/** What the thread asks the main thread for. */
export interface LookupOwner extends Record<string, (input: never) => unknown> {
  /** Rejects unless the URL whitelist has the address. */
  readonly checkUrl: (url: string) => Promise<void>
  readonly raiseNotice: (details: Notification['details']) => Promise<void>
  readonly otxApiKey: () => Promise<string | null>
}

export interface LookupFunctions extends Record<string, (input: never, signal: AbortSignal) => unknown> {
  readonly lookUp: (key: string, signal: AbortSignal) => Promise<LookupResult>
}
