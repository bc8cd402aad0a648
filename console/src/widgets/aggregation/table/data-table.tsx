import { Button, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { OpenValueMenu } from '../../../messages-table/fields/menu-value.ts'
import { useValueMenuHost } from '../../../messages-table/fields/use-value-menu-host.tsx'
import { useFieldTypes } from '../../../query/fields/field-types.ts'
import { metricType } from '../../../view-document/model/series-function.ts'
import { type MetricText, useMetricFormat } from '../../charts/number-format.ts'
import valueClasses from '../../tables/value.module.css'
import { type ChartWords, useChartWords } from '../chart-words.ts'
import type { ValuePaths } from '../value-paths.ts'
import type { VisualizationProps } from '../visualization.ts'
import classes from './data-table.module.css'
import { cellPath, type MetricColumn, type TableRow, tableModel } from './data-table-model.ts'
import { TableHeader } from './table-header.tsx'

const ROWS_AT_ONCE = 200
const MOST_COLUMNS = 200

/** An aggregation as rows and numbers: all of its data. */
export function DataTable({ widget, pivot, isInteractive }: VisualizationProps) {
  const t = useText()
  const words = useChartWords()
  const valueMenu = useValueMenuHost(widget)
  const [shownRows, setShownRows] = useState(ROWS_AT_ONCE)
  const { config } = widget
  const model = useMemo(() => tableModel(pivot, config), [pivot, config])
  const rest = model.rows.length - shownRows
  const columns = model.columns.slice(0, MOST_COLUMNS)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is what scrolls
    <div
      className={classes['scroll']}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('widgets.visualization.table')}
      data-grows-on-paper
    >
      <Table className={classes['table'] ?? ''} stickyHeader highlightOnHover verticalSpacing={3}>
        <TableHeader widget={widget} model={model} columns={columns} words={words} isInteractive={isInteractive} />
        <Table.Tbody>
          {model.rows.slice(0, shownRows).map((row) => (
            <TableLine
              key={row.id}
              row={row}
              columns={columns}
              config={config}
              paths={model.paths}
              words={words}
              onValue={isInteractive ? valueMenu.show : undefined}
            />
          ))}
        </Table.Tbody>
      </Table>
      {valueMenu.menu}
      {model.columns.length > MOST_COLUMNS && (
        <Text inherit c="dimmed" fz="xs" p="xs" role="note">
          {t('widgets.table.cutColumns', { shown: MOST_COLUMNS, total: model.columns.length })}
        </Text>
      )}
      {rest > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setShownRows(shownRows + ROWS_AT_ONCE)}>
          {t('widgets.table.more', { count: Math.min(rest, ROWS_AT_ONCE), shown: shownRows, total: model.rows.length })}
        </Button>
      )}
    </div>
  )
}

interface TableLineProps {
  readonly row: TableRow
  readonly columns: readonly MetricColumn[]
  readonly config: VisualizationProps['widget']['config']
  readonly paths: ValuePaths
  readonly words: ChartWords
  /** Absent: values have no menus. */
  readonly onValue: ((open: OpenValueMenu) => void) | undefined
}

function TableLine({ row, columns, config, paths, words, onValue }: TableLineProps) {
  const format = useMetricFormat()
  const { typeOf } = useFieldTypes()
  const path = paths.row(row.keys.map(({ value }) => value))
  return (
    <Table.Tr>
      {row.keys.map(({ field, value, isRepeated }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one field may be grouped by twice
        <Table.Td key={`${index}|${field}`} translate="no" data-key>
          {!isRepeated && (
            <Value
              text={words.key(value, config.row_pivots[index]?.type === 'time')}
              open={{ field, value, path: path.slice(0, index + 1) }}
              onValue={onValue}
            />
          )}
        </Table.Td>
      ))}
      {columns.map((column) => {
        const value = row.values.get(column.id)
        const written = format(value, column.series, metricType(column.series.function, typeOf))
        return (
          <Table.Td key={column.id} translate="no" data-number title={titleOf(written)}>
            {written !== undefined && (
              <Value
                text={written.text}
                open={{
                  field: column.series.function,
                  value,
                  isMetric: true,
                  path: cellPath(row, column, paths),
                }}
                onValue={onValue}
              />
            )}
          </Table.Td>
        )
      })}
    </Table.Tr>
  )
}

/** All digits, where the cell shows fewer. */
const titleOf = (written: MetricText | undefined) =>
  written === undefined || written.exact === written.text ? undefined : written.exact

interface ValueProps {
  readonly text: string
  readonly open: Omit<OpenValueMenu, 'at'>
  readonly onValue: TableLineProps['onValue']
}

function Value({ text, open, onValue }: ValueProps) {
  const t = useText()
  if (onValue === undefined) return text
  return (
    <button
      type="button"
      className={valueClasses['value']}
      aria-haspopup="menu"
      aria-label={t('fields.valueMenuOf', { field: open.field, value: text })}
      onClick={({ currentTarget }) => onValue({ ...open, at: currentTarget.getBoundingClientRect() })}
    >
      {text}
    </button>
  )
}
