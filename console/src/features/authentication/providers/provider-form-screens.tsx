/** The pages that create and edit a provider. */
import type { OidcProvider } from '@logyard/contract/identity/oidc'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { type Crumb, Page } from '../../../ui/page/page.tsx'
import { useRoles } from '../use-roles.ts'
import { ProviderForm } from './provider-form.tsx'
import { providerQuery, providersQuery } from './provider-queries.ts'
import { newProvider, valuesOfProvider } from './provider-values.ts'

export function CreateProviderScreen() {
  const t = useText()
  return (
    <Page title={t('authentication.provider.new')} crumbs={useProviderCrumbs()}>
      <FormWithLists />
    </Page>
  )
}

export function EditProviderScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.authentication.editProvider)
  const crumbs = useProviderCrumbs()
  return (
    <Loaded query={useQuery(providerQuery(useCall(), id))} isPageEntity>
      {(provider) => (
        <Page title={t('authentication.provider.edit')} subject={provider.title} crumbs={crumbs}>
          <FormWithLists key={id} provider={provider} />
        </Page>
      )}
    </Loaded>
  )
}

function useProviderCrumbs(): readonly Crumb[] {
  const t = useText()
  return [{ label: t('authentication.providers'), to: routes.authentication.providers() }]
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
