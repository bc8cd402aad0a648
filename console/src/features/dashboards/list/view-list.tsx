import { grn } from '@logyard/contract/identity/shares'
import { listDashboards, listViews, type View } from '@logyard/contract/views/views'
import { Badge } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { RowTitle } from '../../../ui/data-table/row-title.tsx'
import { useStartPageAction } from '../../../ui/menu/use-start-page-action.tsx'
import type { EmptyStateProps } from '../../../ui/page/empty-state.tsx'
import type { ShareButtonComponent } from '../../../ui/share-button-component.ts'
import { Instant } from '../../../ui/time/instant.tsx'
import { viewsQuery } from '../../../view-document/saved/view-queries.ts'
import { mayDeleteView } from '../dashboard-permissions.ts'
import { useDeleteView } from './use-delete-view.tsx'

const SEARCH_HELP = { fields: ['id', 'title', 'summary'], example: 'title:payments' }

interface ViewListProps {
  readonly kind: 'dashboards' | 'all'
  readonly label: string
  readonly failedTitle: string
  readonly empty: EmptyStateProps
  readonly ShareButton: ShareButtonComponent
}

const linkOf = ({ id, type }: View) => (type === 'DASHBOARD' ? routes.dashboard(id) : routes.savedSearch(id))

/** A table of dashboards, or of dashboards and saved searches. */
export function ViewList({ kind, label, failedTitle, empty, ShareButton }: ViewListProps) {
  const t = useText()
  const may = useMay()
  const list = useListState({ sort: 'title' })
  const views = useQuery(viewsQuery(useCall(), kind === 'all' ? listViews : listDashboards, list))
  const startPage = useStartPageAction()
  const remove = useDeleteView()
  const removeAndGo = async (view: View) => {
    if (await remove(view)) list.goTo(1)
  }
  useFailureToast(
    views.error,
    (status) => t(kind === 'all' ? 'dashboards.toast.viewsFailed' : 'dashboards.toast.loadFailed', { status }),
    failedTitle,
  )
  const ofType: readonly Column<View>[] =
    kind === 'all'
      ? [
          {
            id: 'type',
            header: t('dashboards.column.type'),
            cell: ({ type }) => <Badge color="gray">{t(`dashboards.type.${type}`)}</Badge>,
          },
        ]
      : []
  const columns: readonly Column<View>[] = [
    {
      id: 'title',
      header: t('dashboards.column.title'),
      sortKey: 'title',
      isWide: true,
      cell: (view) => <Title view={view} />,
    },
    ...ofType,
    {
      id: 'owner',
      header: t('dashboards.column.owner'),
      cell: ({ owner }) => <span translate="no">{owner ?? '-'}</span>,
    },
    {
      id: 'saved',
      header: t('dashboards.column.saved'),
      sortKey: 'created_at',
      cell: ({ last_updated_at: at }) => <Instant instant={at} />,
    },
  ]
  return (
    <DataTable
      label={label}
      list={list}
      result={views}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      searchHelp={SEARCH_HELP}
      rowTools={({ id, type, title }) => {
        const kindOf = type === 'DASHBOARD' ? 'dashboard' : 'search'
        return <ShareButton grn={grn(kindOf, id)} type={kindOf} title={title} isIcon />
      }}
      rowActions={(view) => [
        startPage({ type: view.type === 'DASHBOARD' ? 'dashboard' : 'search', id: view.id }),
        ...(mayDeleteView(may, view)
          ? [
              {
                label: t('dashboards.delete'),
                icon: <IconTrash size={15} />,
                isDangerous: true,
                onClick: () => removeAndGo(view),
              },
            ]
          : []),
      ]}
      empty={empty}
    />
  )
}

function Title({ view }: { view: View }) {
  const description = [view.summary, view.description].filter((text) => text !== '').join(' · ')
  return (
    <RowTitle description={description}>
      <AppLink to={linkOf(view)} translate="no">
        {view.title}
      </AppLink>
    </RowTitle>
  )
}
