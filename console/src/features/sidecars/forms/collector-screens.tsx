import type { Collector } from '@logyard/contract/sidecars/collectors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useSaveCollector } from '../collector-changes.ts'
import { CollectorForm } from './collector-form.tsx'
import { collectorValues, NEW_COLLECTOR } from './collector-values.ts'
import { collectorQuery } from './form-queries.ts'
import { useConfigurationCrumbs } from './use-configuration-crumbs.ts'
import { WithEntity } from './with-entity.tsx'

export function NewCollectorScreen() {
  const t = useText()
  const go = useGo()
  const save = useSaveCollector(undefined)
  return (
    <Page title={t('sidecars.collectors.create')} crumbs={useConfigurationCrumbs()} width="reading">
      <CollectorForm
        id={undefined}
        initial={NEW_COLLECTOR}
        isSaving={save.isPending}
        error={save.error}
        onSave={(draft) =>
          save.mutate(draft, {
            onSuccess: () => go(routes.sidecars.configuration({ show: 'collectors' }), { isSaved: true }),
          })
        }
      />
    </Page>
  )
}

export function EditCollectorScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.sidecars.collectorEdit)
  const crumbs = useConfigurationCrumbs()
  const collector = useQuery(collectorQuery(useCall(), id))
  return (
    <WithEntity kind="collector" id={id} result={collector}>
      {(stored) => (
        <Page title={t('sidecars.collectors.edit')} subject={stored.name} crumbs={crumbs} width="reading">
          <EditCollector key={id} id={id} stored={stored} />
        </Page>
      )}
    </WithEntity>
  )
}

function EditCollector({ id, stored }: { id: string; stored: Collector }) {
  const save = useSaveCollector(id)
  // The saved values are the new start, so that leaving asks nothing.
  const [start, setStart] = useState(stored)
  return (
    <CollectorForm
      id={id}
      initial={collectorValues(start)}
      isSaving={save.isPending}
      error={save.error}
      onSave={(draft) => save.mutate(draft, { onSuccess: setStart })}
    />
  )
}
