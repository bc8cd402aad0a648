import { useState } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { adapterKind } from './adapter-kind.ts'
import { cacheKind } from './cache-kind.ts'
import { NewPart } from './new-part.tsx'
import type { PartKind } from './part-kind.ts'
import { usePartCrumbs } from './use-part-crumbs.ts'

export const NewCacheScreen = () => <NewPartScreen partKind={cacheKind} />
export const NewAdapterScreen = () => <NewPartScreen partKind={adapterKind} />

function NewPartScreen({ partKind }: { partKind: PartKind }) {
  const { plural, routes } = partKind
  const t = useText()
  const go = useGo()
  const [isDirty, setIsDirty] = useState(false)
  useLeaveGuard(isDirty)
  const back = routes.list()
  return (
    <Page title={t(`lookup.${plural}.create`)} crumbs={usePartCrumbs(partKind)}>
      <NewPart
        partKind={partKind}
        onDirty={setIsDirty}
        onCreated={({ name, config }) =>
          go(partKind.opensAfterCreation(config.type) ? routes.show(name) : back, { isSaved: true })
        }
        cancel={
          <LinkButton variant="default" to={back}>
            {t('ui.cancel')}
          </LinkButton>
        }
      />
    </Page>
  )
}
