/** What the thread of a data adapter that asks a service for each key gets, and offers. */
import type { AdapterConfigs } from '@logyard/contract/lookup/adapter-configs'
import type { LookupResult } from '../lookup-tables.ts'
import type { WhoisServers } from './outside-addresses.ts'

/** The types that ask a service for each key. */
export type AskingConfig = AdapterConfigs['dnslookup' | 'whois' | 'httpjsonpath' | 'otx-api']

export interface LookupThreadData {
  readonly config: AskingConfig
  readonly otx: string
  readonly whois: WhoisServers
}

export interface LookupFunctions extends Record<string, (input: never, signal: AbortSignal) => unknown> {
  readonly lookUp: (key: string, signal: AbortSignal) => Promise<LookupResult>
}
