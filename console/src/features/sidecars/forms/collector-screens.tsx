import { useQuery } from '@tanstack/react-query'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useLeaveIfMissing } from '../use-leave-if-missing.ts'
import { COLLECTORS_LIST, CollectorForm } from './collector-form.tsx'
import { collectorValues } from './collector-values.ts'
import { collectorQuery } from './form-queries.ts'
import { useConfigurationCrumbs } from './use-configuration-crumbs.ts'

export function NewCollectorScreen() {
  const t = useText()
  const go = useGo()
  return (
    <Page title={t('sidecars.collectors.create')} crumbs={useConfigurationCrumbs()} width="reading">
      <CollectorForm onSaved={() => go(COLLECTORS_LIST, { isSaved: true })} />
    </Page>
  )
}

export function EditCollectorScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.sidecars.collectorEdit)
  const crumbs = useConfigurationCrumbs()
  const collector = useQuery(collectorQuery(useCall(), id))
  useLeaveIfMissing(collector.error, {
    title: t('sidecars.toast.collectorFailed.title'),
    text: t('sidecars.toast.collectorMissing', { id }),
    failed: (status) => t('sidecars.toast.collectorFailed', { status }),
    back: routes.sidecars.configuration(),
  })
  return (
    <Loaded query={collector}>
      {(stored) => (
        <Page title={t('sidecars.collectors.edit')} subject={stored.name} crumbs={crumbs} width="reading">
          <CollectorForm key={id} id={id} initial={collectorValues(stored)} />
        </Page>
      )}
    </Loaded>
  )
}
