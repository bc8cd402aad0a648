import { getLicenseInfo, getLicenseRequest } from '@logyard/contract/license/license'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery } from '../../api/call-query.ts'

export const LICENSE_KEY = ['license'] as const

export const LICENSE_STATUS_KEY = [...LICENSE_KEY, 'info'] as const

export const licenseQuery = (call: Call) =>
  pickQuery(call, LICENSE_STATUS_KEY, ({ free_license_info: info }) => info.license_status, getLicenseInfo)

export const licenseRequestQuery = (call: Call) => ({
  ...callQuery(call, [...LICENSE_KEY, 'request'], getLicenseRequest),
  // A deleted request is not shown again for a moment when another one is made.
  gcTime: 0,
})
