/** The types that a configured entity can have: an input's type, an output's type. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { maskSecrets, type SecretsWithinFields } from './secrets.ts'
import { type StoredConfigured, storedConfiguration } from './stored-configured.ts'

export interface ConfiguredType {
  /** Sent by clients and stored; a class name for the types that the reference has too. */
  readonly type: string
  readonly name: string
  /** The fields of its form. */
  readonly configuration: ConfigRequest
  /** Secrets within texts, by the name of the field. */
  readonly secretsWithin?: SecretsWithinFields
}

export interface ConfiguredTypes<T extends ConfiguredType> {
  readonly all: readonly T[]
  find(type: string): T | undefined
  /** The entity's configuration as an API answer shows it: with its secrets only to callers who may edit it. */
  shownConfiguration(entity: StoredConfigured, options: { readonly showSecrets: boolean }): Record<string, unknown>
}

export function createConfiguredTypes<T extends ConfiguredType>(all: readonly T[]): ConfiguredTypes<T> {
  const byType = new Map(all.map((configuredType) => [configuredType.type, configuredType]))
  return {
    all,
    find: (type) => byType.get(type),
    shownConfiguration(entity, { showSecrets }) {
      const configuration = storedConfiguration(entity)
      const configuredType = byType.get(entity.type)
      // Without the type nothing tells which fields are secret.
      return showSecrets || configuredType === undefined
        ? configuration
        : maskSecrets(configuredType.configuration, configuration, configuredType.secretsWithin)
    },
  }
}
