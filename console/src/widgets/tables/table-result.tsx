import type { QueryTable } from '@logyard/contract/search/tables'
import type { Widget } from '@logyard/contract/views/view-state'
import { Button } from '@mantine/core'
import { IconPlayerStop, IconTableOff } from '@tabler/icons-react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import type { TableForm } from '../../view-document/model/table-widget.ts'
import type { WidgetResult } from '../../view-document/model/view-model.ts'
import { drawnTable } from './drawn-table.ts'
import { TableRows } from './table-rows.tsx'
import classes from './tables.module.css'

const AggregationView = deferred(() =>
  import('../aggregation/aggregation-view.tsx').then((module) => module.AggregationView),
)

interface TableResultProps {
  readonly table: QueryTable | undefined
  readonly error: Error | null
  /** A form that can show the table. */
  readonly form: TableForm
  readonly isStopped?: boolean
  readonly onRetry: () => unknown
  /** The widget whose height it takes. */
  readonly widget?: Widget
  /** Without it values have no menus. */
  readonly isInteractive?: boolean
}

/** The rows of a query table as a table or a chart. */
export function TableResult(props: TableResultProps) {
  const { table, error, form, isStopped = false, onRetry, widget, isInteractive = true } = props
  const t = useText()
  if (isStopped)
    return (
      <EmptyState
        icon={<IconPlayerStop />}
        title={t('search.steps.stopped')}
        text={t('search.steps.stopped.text')}
        action={<Button onClick={onRetry}>{t('search.steps.again')}</Button>}
      />
    )
  if (error !== null) return <LoadFailed error={error} onRetry={onRetry} />
  if (table === undefined) return <Loading label={t('search.steps.loading')} />
  if (table.datarows.length === 0)
    return <EmptyState icon={<IconTableOff />} title={t('search.steps.none')} text={t('search.steps.none.text')} />
  const drawn = form === 'table' ? undefined : drawnTable(table, form)
  if (drawn === undefined) return <TableRows table={table} widget={widget} isInteractive={isInteractive} />
  return (
    <div className={classes['chart']} data-widget={widget !== undefined || undefined}>
      <AggregationView
        fallback={<Loading label={t('search.steps.loading')} />}
        widget={drawn.widget}
        result={resultOf(drawn.pivot)}
        isInteractive={false}
      />
    </div>
  )
}

/** The chart has no trend, no period before, and no alerts. */
const resultOf = (chart: WidgetResult['results'][string]): WidgetResult => ({
  results: { chart },
  errors: [],
  isLoading: false,
})
