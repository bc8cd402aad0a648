import { Loader, Text } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { InToolsSlot } from '../../messages-table/rows/tools-slot.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { formOf, isSteps, sqlOf, stepsOf, type TableWidget } from '../../view-document/model/table-widget.ts'
import { shownForm } from './drawn-table.ts'
import { TableResult } from './table-result.tsx'
import classes from './tables.module.css'
import { useWidgetTable } from './use-widget-table.ts'

interface TableWidgetViewProps {
  readonly widget: TableWidget
  readonly isInteractive: boolean
}

/** The table of a widget in its form, and what of it is not shown. */
export function TableWidgetView({ widget, isInteractive }: TableWidgetViewProps) {
  const t = useText()
  const { found } = useWidgetTable(widget)
  const table = found.data
  const isEmpty = (isSteps(widget) ? stepsOf(widget) : sqlOf(widget)).trim() === ''
  if (isEmpty) return <EmptyState icon={<IconTableOff />} title={t('widgets.table.empty')} />
  return (
    <div
      className={classes['widget']}
      data-stale={found.isPlaceholderData || undefined}
      aria-busy={found.isFetching}
      data-grows-on-paper
    >
      {found.isFetching && (
        <InToolsSlot>
          <Loader size={12} role="status" aria-label={t('widgets.loading')} />
        </InToolsSlot>
      )}
      <TableResult
        widget={widget}
        isInteractive={isInteractive}
        table={table}
        error={found.isFetching ? null : found.error}
        form={shownForm(table, formOf(widget))}
        onRetry={found.refetch}
      />
      {table?.is_complete === false && found.error === null && (
        <Text size="xs" c="dimmed" px="xs" py={2} role="note">
          {t('search.steps.rows', { count: table.datarows.length, cut: 'yes' })}
        </Text>
      )}
    </div>
  )
}
