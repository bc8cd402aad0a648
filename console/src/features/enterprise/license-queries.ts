import { getLicenseInfo, getLicenseRequest } from '@logyard/contract/license/license'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'

export const LICENSE_KEY = ['license'] as const

export const LICENSE_STATUS_KEY = [...LICENSE_KEY, 'info'] as const

export const licenseQuery = (call: Call) =>
  queryOptions({
    queryKey: LICENSE_STATUS_KEY,
    queryFn: async ({ signal }) => (await call(getLicenseInfo, { signal })).free_license_info.license_status,
  })

export const licenseRequestQuery = (call: Call) => ({
  ...callQuery(call, [...LICENSE_KEY, 'request'], getLicenseRequest),
  // A deleted request is not shown again for a moment when another one is made.
  gcTime: 0,
})
