import type { Configuration } from '@logyard/contract/sidecars/configurations'
import { listSidecars } from '@logyard/contract/sidecars/sidecars'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useSaveConfiguration } from '../configuration-changes.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { configurationValues, NEW_CONFIGURATION } from './configuration-values.ts'
import { configurationQuery, sidecarCountQuery } from './form-queries.ts'
import { useConfigurationCrumbs } from './use-configuration-crumbs.ts'
import { WithEntity } from './with-entity.tsx'

export function NewConfigurationScreen() {
  const t = useText()
  const go = useGo()
  const save = useSaveConfiguration(undefined)
  return (
    <Page title={t('sidecars.configurations.create')} crumbs={useConfigurationCrumbs()}>
      <ConfigurationForm
        id={undefined}
        initial={NEW_CONFIGURATION}
        usedBy={0}
        isSaving={save.isPending}
        error={save.error}
        onSave={(draft) =>
          save.mutate(draft, { onSuccess: () => go(routes.sidecars.configuration(), { isSaved: true }) })
        }
      />
    </Page>
  )
}

export function EditConfigurationScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.sidecars.configurationEdit)
  const crumbs = useConfigurationCrumbs()
  const configuration = useQuery(configurationQuery(useCall(), id))
  return (
    <WithEntity kind="configuration" id={id} result={configuration}>
      {(stored) => (
        <Page title={t('sidecars.configurations.edit')} subject={stored.name} crumbs={crumbs}>
          <EditConfiguration key={id} id={id} stored={stored} />
        </Page>
      )}
    </WithEntity>
  )
}

function EditConfiguration({ id, stored }: { id: string; stored: Configuration }) {
  const maySeeSidecars = useMay()(listSidecars)
  const usedBy = useQuery({ ...sidecarCountQuery(useCall(), id), enabled: maySeeSidecars }).data ?? 0
  const save = useSaveConfiguration(id)
  // The form starts once: the renaming of a variable loads the configuration again, and a draft would be lost.
  const [start, setStart] = useState(stored)
  return (
    <ConfigurationForm
      id={id}
      initial={configurationValues(start)}
      usedBy={usedBy}
      isSaving={save.isPending}
      error={save.error}
      onSave={(draft) => save.mutate(draft, { onSuccess: setStart })}
    />
  )
}
