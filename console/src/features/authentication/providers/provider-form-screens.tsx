/** The pages that create and edit a provider. */
import type { OidcProvider } from '@logyard/contract/identity/oidc'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { AuthenticationPage } from '../authentication-page.tsx'
import { useRoles } from '../use-roles.ts'
import { ProviderForm } from './provider-form.tsx'
import { providerQuery, providersQuery } from './provider-queries.ts'
import { newProvider, valuesOfProvider } from './provider-values.ts'

export function CreateProviderScreen() {
  const t = useText()
  return (
    <AuthenticationPage title={t('authentication.provider.new')} offersServices={false}>
      <FormWithLists />
    </AuthenticationPage>
  )
}

export function EditProviderScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.authentication.editProvider)
  return (
    <Loaded query={useQuery(providerQuery(useCall(), id))} isPageEntity>
      {(provider) => (
        <AuthenticationPage title={t('authentication.provider.edit')} subject={provider.title} offersServices={false}>
          <FormWithLists key={id} provider={provider} />
        </AuthenticationPage>
      )}
    </Loaded>
  )
}

/** The form, with the roles to choose from and the addresses of the server. Without a provider it creates one. */
function FormWithLists({ provider }: { provider?: OidcProvider }) {
  const roles = useRoles()
  return (
    <Loaded query={useQuery(providersQuery(useCall()))}>
      {({ redirect_uri_base, back_channel_logout_uri_base }) => (
        <Loaded query={roles}>
          {(all) => (
            <ProviderForm
              id={provider?.id}
              initial={provider === undefined ? newProvider(roles.preset) : valuesOfProvider(provider)}
              roles={all}
              redirectBase={redirect_uri_base}
              logoutBase={back_channel_logout_uri_base}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
