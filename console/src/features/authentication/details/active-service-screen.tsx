import { createAuthBackend, getActiveAuthBackend } from '@logyard/contract/identity/auth-services'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { activeServiceQuery } from '../authentication-queries.ts'
import { ServiceDetails } from './service-details.tsx'

/**
 * The active service; without one, the list, or the first step to create one. The navigation leads here also users who
 * may only read single services: they get the list.
 */
export function ActiveServiceScreen() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const mayAsk = may(getActiveAuthBackend)
  const active = useQuery({ ...activeServiceQuery(useCall()), enabled: mayAsk })
  const service = mayAsk ? active.data?.backend : null
  const isFirst = active.data?.context.backends_total === 0 && may(createAuthBackend)
  useEffect(() => {
    if (service !== null) return
    go(isFirst ? routes.authentication.create() : routes.authentication.services(), { replace: true })
  }, [service, isFirst, go])
  if (active.isError) return <LoadFailed error={active.error} onRetry={active.refetch} />
  if (service === undefined || service === null) return <Loading />
  return <ServiceDetails service={service} title={t('authentication.active')} />
}
