import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { serviceQuery } from '../authentication-queries.ts'
import { ServiceDetails } from './service-details.tsx'

export function ServiceScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.authentication.show)
  const service = useQuery(serviceQuery(useCall(), id))
  if (service.isPending) return <Loading />
  if (service.isError) return <LoadFailed error={service.error} onRetry={service.refetch} isPageEntity />
  const { title } = service.data
  return (
    <ServiceDetails
      service={service.data}
      title={t('authentication.details')}
      documentTitle={t('authentication.details.documentTitle', { title })}
    />
  )
}
