import { grn } from '@logyard/contract/identity/shares'
import { deleteView, listDashboards, listViews, type View } from '@logyard/contract/views/views'
import { Badge } from '@mantine/core'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { ShareButton } from '../../../sharing/share-button.tsx'
import { useAskedAction } from '../../../ui/action/use-action.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn, timeColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { allowed, deleteAction } from '../../../ui/menu/ready-actions.tsx'
import { useStartPageAction } from '../../../ui/menu/use-start-page-action.tsx'
import type { EmptyStateProps } from '../../../ui/page/empty-state.tsx'
import { VIEWS_KEY, viewsQuery } from '../../../view-document/saved/view-queries.ts'
import { mayDeleteView } from '../dashboard-permissions.ts'

const SEARCH_HELP = { fields: ['id', 'title', 'summary'], example: 'title:payments' }

interface ViewListProps {
  readonly kind: 'dashboards' | 'all'
  readonly label: string
  readonly empty: EmptyStateProps
}

/** A table of dashboards, or of dashboards and saved searches. */
export function ViewList({ kind, label, empty }: ViewListProps) {
  const may = useMay()
  const t = useText()
  const isAll = kind === 'all'
  const views = useEntityList(
    {
      query: (call, position) => viewsQuery(call, isAll ? listViews : listDashboards, position),
      failed: isAll ? 'dashboards.toast.viewsFailed' : 'dashboards.toast.loadFailed',
    },
    { sort: 'title' },
  )
  const startPage = useStartPageAction()
  const remove = useDeleteView()
  const removeAndGo = async (view: View) => {
    if (await remove(view)) views.list.goTo(1)
  }
  return (
    <DataTable
      {...views}
      label={label}
      columns={useViewColumns(isAll)}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      searchHelp={SEARCH_HELP}
      rowTools={({ id, type, title }) => {
        const kindOf = type === 'DASHBOARD' ? 'dashboard' : 'search'
        return <ShareButton grn={grn(kindOf, id)} type={kindOf} title={title} isIcon />
      }}
      hasHistory
      rowActions={(view) => [
        startPage({ type: view.type === 'DASHBOARD' ? 'dashboard' : 'search', id: view.id }),
        ...allowed(mayDeleteView(may, view) && deleteAction(t('dashboards.delete'), () => removeAndGo(view))),
      ]}
      empty={empty}
    />
  )
}

function useViewColumns(hasTypes: boolean): readonly Column<View>[] {
  const t = useText()
  const type: Column<View> = {
    id: 'type',
    header: t('dashboards.column.type'),
    cell: (view) => <Badge color="gray">{t(`dashboards.type.${view.type}`)}</Badge>,
  }
  return [
    titleColumn({
      id: 'title',
      header: t('dashboards.column.title'),
      sortKey: 'title',
      name: ({ title }) => title,
      to: (view) => (view.type === 'DASHBOARD' ? routes.dashboard(view.id) : routes.savedSearch(view.id)),
      description: ({ summary, description }) => [summary, description].filter((text) => text !== '').join(' · '),
    }),
    ...(hasTypes ? [type] : []),
    textColumn({ id: 'owner', header: t('dashboards.column.owner'), text: ({ owner }) => owner }),
    timeColumn({
      id: 'saved',
      header: t('dashboards.column.saved'),
      sortKey: 'created_at',
      at: ({ last_updated_at: at }) => at,
    }),
  ]
}

function useDeleteView() {
  const rich = useRichText()
  return useAskedAction({
    run: (call, { id }: View) => call(deleteView, { params: { id } }),
    texts: 'dashboards.toast.delete',
    question: 'dashboards.delete',
    questionText: ({ title }) => rich('dashboards.delete.text', { title: <span translate="no">{title}</span> }),
    confirmLabel: 'dashboards.delete',
    changes: [VIEWS_KEY],
  })
}
