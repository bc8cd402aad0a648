import * as contract from '@logyard/contract/license/license'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { License } from './license.ts'

export function licenseRoutes(api: FastifyInstance, license: License): void {
  serve(api, contract.getLicenseInfo, async () => ({ free_license_info: { license_status: await license.status() } }))
  serve(api, contract.requestLicense, ({ body }) => license.request(body))
  serve(api, contract.getLicenseRequest, () => license.get())
  serve(api, contract.deleteLicenseRequest, () => license.delete())
}
