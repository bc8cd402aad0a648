import { STAGED_LICENSE_KEY, StagedLicense } from '@logyard/contract/license/license'
import type { FastifyInstance } from 'fastify'
import { createLicense, LICENSE_SEND_MS } from '../license/license.ts'
import { licenseRoutes } from '../license/license-routes.ts'
import type { Foundation } from './area.ts'
import { loggingAs } from './logging-as.ts'

/** Serves the request for a license, and sends it if the settings name an address. */
export function addLicense(api: FastifyInstance, deps: Foundation): void {
  const { config, cluster, clusterConfig, scheduler } = deps
  const { cluster_id } = cluster.hello()
  const url = config.LOGYARD_LICENSE_URL
  const license = createLicense({ ...loggingAs('license', deps), url, clusterId: cluster_id })
  clusterConfig.provide({
    key: STAGED_LICENSE_KEY,
    draft: StagedLicense,
    document: StagedLicense,
    permissions: { read: 'licenseinfos:read', write: 'freelicenses:create' },
    async read() {
      const found = await license.find()
      return found && { cluster_id, license: '', created_at: found.created_at }
    },
    async reset() {
      if ((await license.find()) !== undefined) await license.delete()
    },
  })
  if (url !== '') {
    scheduler.add({ name: 'license-request', everyMs: LICENSE_SEND_MS, scope: 'cluster', run: license.send })
  }
  licenseRoutes(api, license)
}
