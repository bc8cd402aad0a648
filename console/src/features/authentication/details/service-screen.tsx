import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { serviceQuery } from '../authentication-queries.ts'
import { ServiceDetails } from './service-details.tsx'

export function ServiceScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.authentication.show)
  return (
    <Loaded query={useQuery(serviceQuery(useCall(), id))} isPageEntity>
      {(service) => <ServiceDetails service={service} title={t('authentication.details')} />}
    </Loaded>
  )
}
