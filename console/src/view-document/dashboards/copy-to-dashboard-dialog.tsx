/** Adds a copy of a widget to the first page of a dashboard, saves the dashboard and opens it. */
import { createSearch, getSearch } from '@logyard/contract/search/searches'
import type { Widget, WidgetPosition } from '@logyard/contract/views/view-state'
import { getView, listDashboards, updateView, type View } from '@logyard/contract/views/views'
import { Radio } from '@mantine/core'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { ChoiceDialog } from '../../ui/choice-dialog.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/data-table-props.ts'
import { useInnerListState } from '../../ui/data-table/list-state.ts'
import { copyOf, withNewWidget } from '../editing/view-changes.ts'
import { viewFactsOf } from '../metadata/view-facts.ts'
import { randomIds } from '../model/random-ids.ts'
import { VIEWS_KEY, viewsQuery } from '../saved/view-queries.ts'
import { documentOf } from './dashboard-document.ts'
import { storedContent } from './dashboard-search.ts'
import { withPageState } from './page-changes.ts'

const PAGE_SIZES = [5, 10, 15]
const SEARCH_HELP = { fields: ['id', 'title', 'summary'], example: 'title:payments' }

interface CopyToDashboardDialogProps {
  /** With the time range, query and streams that it will have there. */
  readonly widget: Widget
  /** Absent: it has the default title. */
  readonly title: string | undefined
  readonly position: WidgetPosition | undefined
  readonly onClose: () => void
}

export function CopyToDashboardDialog({ widget, title, position, onClose }: CopyToDashboardDialogProps) {
  const t = useText()
  const may = useMay()
  const list = useInnerListState({ sort: 'title', pageSizes: PAGE_SIZES })
  const dashboards = useQuery(viewsQuery(useCall(), listDashboards, list))
  const [picked, setPicked] = useState<string>()
  const copy = useCopy({ widget, title, position })
  const columns: readonly Column<View>[] = [
    {
      id: 'title',
      header: t('widgets.toDashboard.dashboard'),
      sortKey: 'title',
      cell: (view) => {
        const mayEdit = may(updateView, { id: view.id })
        return (
          <Radio
            value={view.id}
            disabled={!mayEdit}
            label={<span translate="no">{view.title}</span>}
            description={mayEdit ? <span translate="no">{view.summary}</span> : t('widgets.toDashboard.notAllowed')}
          />
        )
      },
    },
  ]
  return (
    <ChoiceDialog
      size="lg"
      title={t('widgets.toDashboard')}
      confirmLabel={t('widgets.toDashboard.copy')}
      confirm={{ disabled: picked === undefined, loading: copy.isPending }}
      onConfirm={() => picked !== undefined && copy.mutate(picked, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Radio.Group aria-label={t('widgets.toDashboard.dashboard')} value={picked ?? null} onChange={setPicked}>
        <DataTable
          label={t('widgets.toDashboard.list')}
          list={list}
          result={dashboards}
          columns={columns}
          rowId={({ id }) => id}
          rowName={(view) => view.title}
          searchHelp={SEARCH_HELP}
          empty={{ icon: <IconLayoutDashboard />, title: t('widgets.toDashboard.none') }}
        />
      </Radio.Group>
    </ChoiceDialog>
  )
}

function useCopy({ widget, title, position }: Omit<CopyToDashboardDialogProps, 'onClose'>) {
  const go = useGo()
  return useAction({
    run: async (call, dashboardId: string) => {
      const view = await call(getView, { params: { id: dashboardId } })
      const stored = documentOf(view, await call(getSearch, { params: { id: view.search_id } }))
      const [first] = stored.pages
      const added = withPageState(
        stored,
        first?.id ?? '',
        (state) => withNewWidget(state, copyOf(widget, title, position), randomIds).state,
      )
      const { search, view: content } = storedContent(added, randomIds)
      await call(createSearch, { body: search })
      await call(updateView, {
        params: { id: view.id },
        query: { last_updated_at: view.last_updated_at },
        body: { type: 'DASHBOARD', ...viewFactsOf(view), ...content },
      })
      go(routes.dashboard(view.id))
      return view
    },
    texts: 'widgets.toDashboard',
    values: (_, view) => ({ title: view?.title ?? '' }),
    changes: [VIEWS_KEY],
  })
}
