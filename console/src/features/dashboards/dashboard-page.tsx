/** A dashboard with its editing session, connected to the address. */

import type { View } from '@logyard/contract/views/views'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall, useClock } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { FieldTypesProvider } from '../../query/fields/field-types.ts'
import { usePageFields } from '../../query/fields/use-page-fields.ts'
import { Page } from '../../ui/page/page.tsx'
import type { DashboardDocument } from '../../view-document/dashboards/dashboard-document.ts'
import type { StreamReader } from '../../view-document/dashboards/locked-widgets.ts'
import { randomIds } from '../../view-document/model/random-ids.ts'
import type { ParameterValues } from '../../view-document/parameters/parameters.ts'
import { useReadsEvents } from './dashboard-permissions.ts'
import { DashboardWorkspace } from './dashboard-workspace.tsx'
import { createDashboardSession, type DashboardState } from './editing/dashboard-session.ts'
import { withValues } from './editing/values-in-address.ts'

interface DashboardPageProps {
  readonly document: DashboardDocument
  readonly view: View | undefined
  readonly reader: StreamReader
  /** The page shown first. */
  readonly pageId?: string | undefined
  /** Parameter values from the address. */
  readonly values?: ParameterValues | undefined
  /** The dashboard comes from another page and was never saved. */
  readonly isUnsaved?: boolean
  readonly onReload: () => void
}

/** The minimum interval. */
const FIELDS_FRESH_MS = 30_000

export function DashboardPage({
  document,
  view,
  reader,
  pageId,
  values,
  isUnsaved = false,
  onReload,
}: DashboardPageProps) {
  const t = useText()
  const call = useCall()
  const { now } = useClock()
  const readsEvents = useReadsEvents()
  const [session] = useState(() =>
    createDashboardSession({ call, ids: randomIds, now, document, view, pageId, values, readsEvents, reader }),
  )
  const state = useSyncExternalStore(session.subscribe, session.state)
  const fields = usePageFields({ finished: state.run.finished, freshMs: FIELDS_FRESH_MS })
  useEffect(() => {
    session.run()
    return session.leave
  }, [session])
  useStateInAddress(state)
  return (
    <Page
      title={t('dashboards.title')}
      documentTitle={`${t('dashboards.page')} - ${state.view?.title ?? t('dashboards.new')}`}
      width="workspace"
    >
      <FieldTypesProvider value={fields}>
        <DashboardWorkspace session={session} state={state} isUnsaved={isUnsaved} onReload={onReload} />
      </FieldTypesProvider>
    </Page>
  )
}

/** Keeps the open page and the parameters of a saved dashboard in the address, for reloading and sharing. */
function useStateInAddress({ view, pageId, saved, values }: DashboardState): void {
  const go = useGo()
  const isSaved = saved.pages.some(({ id }) => id === pageId)
  const isFirst = saved.pages[0]?.id === pageId
  const id = view?.id
  useEffect(() => {
    if (id === undefined || !isSaved) return
    const link = routes.dashboard(id)
    const wanted = withValues(isFirst ? link : `${link}?page=${pageId}`, values)
    if (!window.location.href.endsWith(wanted)) go(wanted, { replace: true, isSaved: true })
  }, [go, id, isSaved, isFirst, pageId, values])
}
