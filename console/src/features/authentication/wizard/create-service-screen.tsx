import { AUTH_SERVICE_TYPES } from '@logyard/contract/identity/auth-services'
import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { AuthenticationPage } from '../authentication-page.tsx'
import { rolesByIdQuery } from '../authentication-queries.ts'
import { newService } from './service-values.ts'
import { ServiceWizard } from './service-wizard.tsx'

const PRESET_ROLE = 'Reader'

export function CreateServiceScreen() {
  const t = useText()
  const { type: named } = useRouteParams(routes.authentication.createType)
  const type = AUTH_SERVICE_TYPES.find((known) => known === named)
  const mayReadRoles = useMay()(pageAuthzRoles)
  const roles = useQuery({ ...rolesByIdQuery(useCall()), enabled: mayReadRoles })
  if (mayReadRoles && roles.isPending) return <Loading />
  if (roles.isError) return <LoadFailed error={roles.error} onRetry={roles.refetch} />
  if (type === undefined) {
    return (
      <AuthenticationPage title={t('authentication.createService')}>
        <Alert color="red" variant="light">
          {t('authentication.type.unknown', { type: named })}
        </Alert>
      </AuthenticationPage>
    )
  }
  const preset = (roles.data ?? []).filter(({ name }) => name === PRESET_ROLE).map(({ id }) => id)
  const label = t(`authentication.type.${type}`)
  return (
    <AuthenticationPage title={t('authentication.createType', { type: label })}>
      <ServiceWizard
        key={type}
        type={type}
        id={undefined}
        initial={newService(type, label, preset)}
        roles={roles.data ?? []}
        hasPassword={false}
      />
    </AuthenticationPage>
  )
}
