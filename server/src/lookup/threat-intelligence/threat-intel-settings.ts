/** Which sources of threat intelligence an administrator enabled: a configuration document that all nodes share. */
import {
  THREAT_INTEL_KEY,
  ThreatIntelConfig,
  ThreatIntelConfigDraft,
} from '@logyard/contract/lookup/threat-intelligence'
import type { ClusterConfig } from '../../cluster-config/cluster-config.ts'
import { createListeners } from '../../platform/listeners.ts'
import { createMutex } from '../../platform/mutex.ts'

/** Plain data that threads may have: without the API key. */
export interface ThreatIntelSources {
  readonly tor: boolean
  readonly spamhaus: boolean
  readonly abuseCh: boolean
}

export interface ThreatIntelSettings {
  /** The same object until something changes. */
  current(): ThreatIntelSources
  onChange(listener: () => void): Disposable
  /** Key for data adapters without one of their own. */
  otxApiKey(): Promise<string | null>
}

const DEFAULT: ThreatIntelConfig = {
  tor_enabled: false,
  spamhaus_enabled: false,
  abusech_ransom_enabled: false,
  otx_enabled: false,
  otx_api_key: null,
}

export async function createThreatIntelSettings({
  clusterConfig,
}: {
  readonly clusterConfig: Pick<ClusterConfig, 'register'>
}): Promise<ThreatIntelSettings & Disposable> {
  const config = clusterConfig.register({
    key: THREAT_INTEL_KEY,
    draft: ThreatIntelConfigDraft,
    document: ThreatIntelConfig,
    secrets: ['otx_api_key'],
    default: DEFAULT,
    complete: ({ otx_api_key = null, ...sources }) => ({ ...sources, otx_api_key }),
  })
  const listeners = createListeners<[]>()
  const read = async (): Promise<ThreatIntelSources> => {
    const { tor_enabled, spamhaus_enabled, abusech_ransom_enabled } = await config.read()
    return { tor: tor_enabled, spamhaus: spamhaus_enabled, abuseCh: abusech_ransom_enabled }
  }
  let current = await read()
  const turns = createMutex()
  const publish = async () => {
    current = await read()
    listeners.notify()
  }
  const subscription = config.onChange(() => turns(publish))
  return {
    current: () => current,
    onChange: listeners.add,
    otxApiKey: async () => (await config.read()).otx_api_key,
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}
