import { Text } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
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
  if (isEmpty) {
    return (
      <EmptyState
        icon={<IconTableOff />}
        title={t(isSteps(widget) ? 'widgets.steps.empty' : 'widgets.sql.empty')}
        text={t(isSteps(widget) ? 'widgets.steps.empty.text' : 'widgets.sql.empty.text')}
      />
    )
  }
  return (
    <div className={classes['widget']} data-stale={found.isPlaceholderData || undefined} data-grows-on-paper>
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
