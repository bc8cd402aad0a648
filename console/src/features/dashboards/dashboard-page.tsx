import { useText } from '../../base/text/text.tsx'
import { FieldTypesProvider } from '../../query/fields/field-types.ts'
import { usePageFields } from '../../query/fields/use-page-fields.ts'
import { Page } from '../../ui/page/page.tsx'
import { DashboardWorkspace } from './dashboard-workspace.tsx'
import type { AddressProblem } from './editing/dashboard-address.ts'
import { useDashboardAddress } from './editing/use-dashboard-address.ts'
import { type OpenedDashboard, useDashboardSession } from './editing/use-dashboard-session.ts'

interface DashboardPageProps extends OpenedDashboard {
  /** The dashboard comes from another page and was never saved. */
  readonly isUnsaved?: boolean
  /** Parts of the link that have no meaning. */
  readonly problems?: readonly AddressProblem[]
  readonly onReload: () => void
}

/** The minimum interval. */
const FIELDS_FRESH_MS = 30_000

export function DashboardPage({ isUnsaved = false, problems = [], onReload, ...opened }: DashboardPageProps) {
  const t = useText()
  const { session, state } = useDashboardSession(opened)
  const fields = usePageFields({ finished: state.run.finished, freshMs: FIELDS_FRESH_MS })
  useDashboardAddress(session, state)
  return (
    <Page
      title={t('dashboards.title')}
      documentTitle={`${t('dashboards.page')} - ${state.view?.title ?? t('dashboards.new')}`}
      width="workspace"
    >
      <FieldTypesProvider value={fields}>
        <DashboardWorkspace
          session={session}
          state={state}
          isUnsaved={isUnsaved}
          problems={problems}
          onReload={onReload}
        />
      </FieldTypesProvider>
    </Page>
  )
}
