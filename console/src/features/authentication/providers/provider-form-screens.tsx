/** The pages that create and edit a provider. */
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
import { rolesByIdQuery } from '../authentication-queries.ts'
import { ProviderForm } from './provider-form.tsx'
import { providerQuery, providersQuery } from './provider-queries.ts'
import { newProvider, valuesOfProvider } from './provider-values.ts'

const PRESET_ROLE = 'Reader'

function useRoles() {
  const mayReadRoles = useMay()(pageAuthzRoles)
  const roles = useQuery({ ...rolesByIdQuery(useCall()), enabled: mayReadRoles })
  return { isPending: mayReadRoles && roles.isPending, roles: roles.data ?? [] }
}

export function CreateProviderScreen() {
  const t = useText()
  const { isPending, roles } = useRoles()
  const providers = useQuery(providersQuery(useCall()))
  if (isPending || providers.isPending) return <Loading />
  if (providers.isError) return <LoadFailed error={providers.error} onRetry={providers.refetch} />
  const preset = roles.filter(({ name }) => name === PRESET_ROLE).map(({ id }) => id)
  return (
    <AuthenticationPage title={t('authentication.provider.new')} offersServices={false}>
      <ProviderForm
        id={undefined}
        initial={newProvider(preset)}
        roles={roles}
        hasSecret={false}
        redirectBase={providers.data.redirect_uri_base}
        logoutBase={providers.data.back_channel_logout_uri_base}
      />
    </AuthenticationPage>
  )
}

export function EditProviderScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.authentication.editProvider)
  const call = useCall()
  const { isPending, roles } = useRoles()
  const provider = useQuery(providerQuery(call, id))
  const providers = useQuery(providersQuery(call))
  if (isPending || provider.isPending || providers.isPending) return <Loading />
  if (provider.isError) return <LoadFailed error={provider.error} onRetry={provider.refetch} isPageEntity />
  if (providers.isError) return <LoadFailed error={providers.error} onRetry={providers.refetch} />
  const { title, client_secret: secret } = provider.data
  return (
    <AuthenticationPage title={t('authentication.provider.edit')} subject={title} offersServices={false}>
      <ProviderForm
        key={id}
        id={id}
        initial={valuesOfProvider(provider.data)}
        roles={roles}
        hasSecret={secret.is_set}
        redirectBase={providers.data.redirect_uri_base}
        logoutBase={providers.data.back_channel_logout_uri_base}
      />
    </AuthenticationPage>
  )
}
