/** Adds a copy of a widget to the first page of a dashboard, saves the dashboard and opens it. */
import { createsDashboards } from '@logyard/contract/identity/rights'
import { createSearch, getSearch, type Parameter } from '@logyard/contract/search/searches'
import type { Widget, WidgetPosition } from '@logyard/contract/views/view-state'
import { getView, listDashboards, updateView, type View } from '@logyard/contract/views/views'
import { Button, Radio } from '@mantine/core'
import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react'
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
import { copyOf, emptyViewState, withNewWidget } from '../editing/view-changes.ts'
import { viewFactsOf } from '../metadata/view-facts.ts'
import { randomIds } from '../model/random-ids.ts'
import { VIEWS_KEY, viewsQuery } from '../saved/view-queries.ts'
import { documentOf, emptyPage } from './dashboard-document.ts'
import { storedContent } from './dashboard-search.ts'
import { useOpenNewDashboard } from './open-new-dashboard.ts'
import { withPageState } from './page-changes.ts'

const PAGE_SIZES = [5, 10, 15]
const SEARCH_HELP = { fields: ['id', 'title', 'summary'], example: 'title:payments' }

interface CopyToDashboardDialogProps {
  /** With the time range, query and streams that it will have there. */
  readonly widget: Widget
  /** Absent: it has the default title. */
  readonly title: string | undefined
  readonly position: WidgetPosition | undefined
  /** Declared where the widget comes from. */
  readonly parameters?: readonly Parameter[]
  readonly onClose: () => void
}

export function CopyToDashboardDialog(props: CopyToDashboardDialogProps) {
  const { widget, title, position, parameters = [], onClose } = props
  const t = useText()
  const may = useMay()
  const list = useInnerListState({ sort: 'title', pageSizes: PAGE_SIZES })
  const dashboards = useQuery(viewsQuery(useCall(), listDashboards, list))
  const [picked, setPicked] = useState<string>()
  const copy = useCopy({ widget, title, position, parameters })
  const openNew = useOpenNewDashboard()
  const createNew = () => {
    const { state } = withNewWidget(emptyViewState, copyOf(widget, title, position), randomIds)
    onClose()
    openNew({ ...emptyPage(randomIds), state, parameters })
  }
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
      {may(createsDashboards) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={createNew}
        >
          {t('widgets.toDashboard.new')}
        </Button>
      )}
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

function useCopy({ widget, title, position, parameters = [] }: Omit<CopyToDashboardDialogProps, 'onClose'>) {
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
      const known = new Set(added.parameters.map(({ name }) => name))
      const declared = [...added.parameters, ...parameters.filter(({ name }) => !known.has(name))]
      const { search, view: content } = storedContent({ ...added, parameters: declared }, randomIds)
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
