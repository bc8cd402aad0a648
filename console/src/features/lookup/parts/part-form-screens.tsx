import { useGo } from '../../../base/routes/location.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ForEditors } from '../../../ui/page/for-editors.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { adapterKind } from './adapter-kind.ts'
import { cacheKind } from './cache-kind.ts'
import { NewPart } from './new-part.tsx'
import { PartForm } from './part-form.tsx'
import type { PartKind } from './part-kind.ts'
import { UnknownType, usePartCrumbs, WithPart } from './part-page.tsx'

export const NewCacheScreen = () => <NewPartScreen partKind={cacheKind} />
export const NewAdapterScreen = () => <NewPartScreen partKind={adapterKind} />

export const EditCacheScreen = () => <EditPartScreen partKind={cacheKind} />
export const EditAdapterScreen = () => <EditPartScreen partKind={adapterKind} />

function NewPartScreen({ partKind }: { partKind: PartKind }) {
  const { plural, routes, opensAfterCreation } = partKind
  const t = useText()
  const go = useGo()
  const back = routes.list()
  return (
    <Page title={t(`lookup.${plural}.create`)} crumbs={usePartCrumbs(partKind)}>
      <NewPart
        partKind={partKind}
        onCreated={({ name, config }) =>
          go(opensAfterCreation(config.type) ? routes.show(name) : back, { isSaved: true })
        }
        cancelTo={back}
      />
    </Page>
  )
}

function EditPartScreen({ partKind }: { partKind: PartKind }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const crumbs = usePartCrumbs(partKind)
  const back = partKind.routes.list()
  return (
    <WithPart partKind={partKind} page="edit">
      {(part, type) => (
        <Page title={t(`lookup.${partKind.plural}.edit`)} subject={part.title} crumbs={crumbs}>
          <ForEditors
            isAllowed={may(partKind.operations.update, { 'body id': part.id })}
            otherwise="lookup.notEditable"
          >
            {type === undefined ? (
              <UnknownType kind={partKind.kind} part={part} />
            ) : (
              <PartForm
                key={part.id}
                partKind={partKind}
                part={part}
                type={type}
                onSaved={() => go(back, { isSaved: true })}
                cancelTo={back}
              />
            )}
          </ForEditors>
        </Page>
      )}
    </WithPart>
  )
}
