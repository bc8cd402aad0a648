import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { activeServiceQuery } from '../authentication-queries.ts'
import { ServiceDetails } from './service-details.tsx'

const LONGEST_TITLE = 30

/** The active service; without one, the list, or the first step to create one. */
export function ActiveServiceScreen() {
  const t = useText()
  const go = useGo()
  const active = useQuery(activeServiceQuery(useCall()))
  const service = active.data?.backend
  const total = active.data?.context.backends_total
  useEffect(() => {
    if (service !== null || total === undefined) return
    go(total === 0 ? routes.authentication.create() : routes.authentication.services(), { replace: true })
  }, [service, total, go])
  if (active.isError) return <LoadFailed error={active.error} onRetry={active.refetch} />
  if (service === undefined || service === null) return <Loading />
  const title = service.title.slice(0, LONGEST_TITLE)
  return (
    <ServiceDetails
      service={service}
      title={t('authentication.active')}
      documentTitle={t('authentication.active.documentTitle', { title })}
    />
  )
}
