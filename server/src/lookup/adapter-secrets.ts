/** Secrets in the configurations of data adapters: passwords, keys, headers with credentials. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { AdapterConfig } from '@logyard/contract/lookup/adapter-configs'
import { findAdapterType } from './adapters/adapter-types.ts'

/** Masks secrets for callers who may not edit the adapter. */
export function maskSecrets(config: AdapterConfig): AdapterConfig {
  const masked = secretsOf(config).map(([name, value]) => [name, mask(value)])
  return { ...config, ...Object.fromEntries(masked) }
}

/** What a client sends back masked stays as it was. */
export function retainMasked(config: AdapterConfig, before: AdapterConfig | undefined): AdapterConfig {
  if (before === undefined || before.type !== config.type) return config
  const kept = secretsOf(config).map(([name, value]) => [name, unmask(value, Reflect.get(before, name))])
  return { ...config, ...Object.fromEntries(kept) }
}

const secretsOf = (config: AdapterConfig): readonly (readonly [string, unknown])[] => {
  const names = new Set(findAdapterType(config.type)?.secrets)
  return Object.entries(config).filter(([name, value]) => names.has(name) && value !== null && value !== '')
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const mask = (value: unknown): unknown =>
  isMap(value) ? Object.fromEntries(Object.keys(value).map((name) => [name, PASSWORD_SET])) : PASSWORD_SET

function unmask(value: unknown, before: unknown): unknown {
  if (value === PASSWORD_SET) return before ?? ''
  if (!isMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, unmask(one, isMap(before) ? before[name] : undefined)]),
  )
}
