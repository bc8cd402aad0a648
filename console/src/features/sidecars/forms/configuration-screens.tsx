import type { Configuration } from '@logyard/contract/sidecars/configurations'
import { listSidecars } from '@logyard/contract/sidecars/sidecars'
import { useQuery } from '@tanstack/react-query'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useLeaveIfMissing } from '../use-leave-if-missing.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { configurationValues } from './configuration-values.ts'
import { configurationQuery, sidecarCountQuery } from './form-queries.ts'
import { useConfigurationCrumbs } from './use-configuration-crumbs.ts'

export function NewConfigurationScreen() {
  const t = useText()
  const go = useGo()
  return (
    <Page title={t('sidecars.configurations.create')} crumbs={useConfigurationCrumbs()}>
      <ConfigurationForm usedBy={0} onSaved={() => go(routes.sidecars.configuration(), { isSaved: true })} />
    </Page>
  )
}

export function EditConfigurationScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.sidecars.configurationEdit)
  const crumbs = useConfigurationCrumbs()
  const configuration = useQuery(configurationQuery(useCall(), id))
  useLeaveIfMissing(configuration.error, {
    title: t('sidecars.toast.configurationFailed.title'),
    text: t('sidecars.toast.configurationMissing', { id }),
    failed: (status) => t('sidecars.toast.configurationFailed', { status }),
    back: routes.sidecars.configuration(),
  })
  return (
    <Loaded query={configuration}>
      {(stored) => (
        <Page title={t('sidecars.configurations.edit')} subject={stored.name} crumbs={crumbs}>
          <EditConfiguration key={id} id={id} stored={stored} />
        </Page>
      )}
    </Loaded>
  )
}

function EditConfiguration({ id, stored }: { id: string; stored: Configuration }) {
  const maySeeSidecars = useMay()(listSidecars)
  const usedBy = useQuery({ ...sidecarCountQuery(useCall(), id), enabled: maySeeSidecars }).data ?? 0
  return <ConfigurationForm id={id} initial={configurationValues(stored)} usedBy={usedBy} />
}
