import type { QueryTable } from '@logyard/contract/search/tables'
import { IconTableOff } from '@tabler/icons-react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { drawnTable, type TableChart } from './drawn-table.ts'
import { TableRows } from './table-rows.tsx'
import classes from './tables.module.css'

const XyChart = deferred(() => import('../aggregation/xy/xy-chart.tsx').then((module) => module.XyChart))

interface TableResultProps {
  readonly table: QueryTable | undefined
  readonly error: Error | null
  readonly form: 'table' | TableChart
  readonly onRetry: () => unknown
}

/** The rows of a query table as a table or a chart. */
export function TableResult({ table, error, form, onRetry }: TableResultProps) {
  const t = useText()
  if (error !== null) return <LoadFailed error={error} onRetry={onRetry} />
  if (table === undefined) return <Loading label={t('search.steps.loading')} />
  if (table.datarows.length === 0)
    return <EmptyState icon={<IconTableOff />} title={t('search.steps.none')} text={t('search.steps.none.text')} />
  const drawn = form === 'table' ? undefined : drawnTable(table, form)
  if (drawn === undefined) return <TableRows table={table} />
  return (
    <div className={classes['chart']}>
      <XyChart {...drawn} result={NO_RESULT} isInteractive={false} />
    </div>
  )
}

/** The chart has no trend, no period before, and no alerts. */
const NO_RESULT = { results: {}, errors: [], isLoading: false }
