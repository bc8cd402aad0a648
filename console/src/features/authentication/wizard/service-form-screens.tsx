/** The pages that create and edit an authentication service. */
import { AUTH_SERVICE_TYPES } from '@logyard/contract/identity/auth-services'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { serviceQuery } from '../authentication-queries.ts'
import { useRoles } from '../use-roles.ts'
import { useServiceCrumbs } from '../use-service-crumbs.ts'
import { newService, valuesOf } from './service-values.ts'
import { ServiceWizard } from './service-wizard.tsx'

export function CreateServiceScreen() {
  const t = useText()
  const { type: named } = useRouteParams(routes.authentication.createType)
  const type = AUTH_SERVICE_TYPES.find((known) => known === named)
  const roles = useRoles()
  const crumbs = useServiceCrumbs()
  if (type === undefined) {
    return (
      <Page title={t('authentication.createService')} crumbs={crumbs}>
        <Alert color="red">{t('authentication.type.unknown', { type: named })}</Alert>
      </Page>
    )
  }
  const label = t(`authentication.type.${type}`)
  return (
    <Loaded query={roles}>
      {(all) => (
        <Page title={t('authentication.createType', { type: label })} crumbs={crumbs}>
          <ServiceWizard
            key={type}
            type={type}
            id={undefined}
            initial={newService(type, label, roles.preset)}
            roles={all}
          />
        </Page>
      )}
    </Loaded>
  )
}

export function EditServiceScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.authentication.edit)
  const roles = useRoles()
  const crumbs = useServiceCrumbs()
  return (
    <Loaded query={useQuery(serviceQuery(useCall(), id))} isPageEntity>
      {(service) => (
        <Loaded query={roles}>
          {(all) => (
            <Page title={t('authentication.editService')} subject={service.title} crumbs={crumbs}>
              <ServiceWizard key={id} type={service.config.type} id={id} initial={valuesOf(service)} roles={all} />
            </Page>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
