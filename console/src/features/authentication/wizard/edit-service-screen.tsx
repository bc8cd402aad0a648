import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { AuthenticationPage } from '../authentication-page.tsx'
import { rolesByIdQuery, serviceQuery } from '../authentication-queries.ts'
import { valuesOf } from './service-values.ts'
import { ServiceWizard } from './service-wizard.tsx'

export function EditServiceScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.authentication.edit)
  const call = useCall()
  const mayReadRoles = useMay()(pageAuthzRoles)
  const roles = useQuery({ ...rolesByIdQuery(call), enabled: mayReadRoles })
  const service = useQuery(serviceQuery(call, id))
  if (service.isPending || (mayReadRoles && roles.isPending)) return <Loading />
  if (service.isError) return <LoadFailed error={service.error} onRetry={service.refetch} isPageEntity />
  const { config, title } = service.data
  return (
    <AuthenticationPage title={t('authentication.editService')} subject={title}>
      <ServiceWizard
        key={id}
        type={config.type}
        id={id}
        initial={valuesOf(service.data)}
        roles={roles.data ?? []}
        hasPassword={config.system_user_password.is_set}
      />
    </AuthenticationPage>
  )
}
