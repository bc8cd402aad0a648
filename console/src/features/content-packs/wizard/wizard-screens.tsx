import { getContentPack } from '@logyard/contract/content-packs/content-packs'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { CONTENT_PACKS_KEY, revisionsOf } from '../pack-queries.ts'
import { draftFrom, newDraft } from './draft/pack-draft.ts'
import { PackWizard } from './pack-wizard.tsx'

/** The reserved address of an export; a pack is exported by creating it. */
export function ExportScreen() {
  const go = useGo()
  useEffect(() => go(routes.contentPacks.create(), { replace: true }), [go])
  return <Loading />
}

export function CreatePackScreen() {
  const t = useText()
  const [draft] = useState(() => newDraft(crypto.randomUUID()))
  return (
    <Page title={t('contentPacks.wizard.create')}>
      <PackWizard initial={draft} />
    </Page>
  )
}

/** Not refetched while it is edited, so that a draft has one base. */
const editedPackQuery = (call: Call, id: string) => ({
  ...callQuery(call, [...CONTENT_PACKS_KEY, 'edited', id], getContentPack, { params: { id } }),
  staleTime: 0,
  refetchOnWindowFocus: false,
  retry: false,
})

export function EditPackScreen() {
  const { id, revision } = useRouteParams(routes.contentPacks.edit)
  const t = useText()
  const found = useQuery(editedPackQuery(useCall(), id))
  if (found.isError) return <LoadFailed error={found.error} onRetry={found.refetch} isPageEntity />
  if (found.isPending || found.isFetching) return <Loading />
  const revisions = revisionsOf(found.data.content_pack_revisions)
  const base = revisions.find(({ rev }) => String(rev) === revision)
  if (base === undefined || base.v === '0') return <NotFoundPage />
  return (
    <Page title={t('contentPacks.wizard.edit')} subject={base.name}>
      <PackWizard initial={draftFrom(base, revisions[0]?.rev ?? base.rev)} />
    </Page>
  )
}
