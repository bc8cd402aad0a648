/** The configuration that all nodes share, as clients read and change it over the API. */
import type { FastifyInstance } from 'fastify'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { clusterConfigRoutes } from './cluster-config-routes.ts'
import { type ConfigRegistry, createConfigRegistry } from './config-registry.ts'

export interface ClusterConfig extends ConfigRegistry {
  routes(api: FastifyInstance): void
}

export function createClusterConfig(deps: { readonly settings: SettingsStore }): ClusterConfig {
  const registry = createConfigRegistry(deps)
  return { ...registry, routes: (api) => clusterConfigRoutes(api, registry) }
}
