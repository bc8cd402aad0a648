import { Button, Table } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../app/text/text.tsx'
import { useMetricFormat } from '../charts/number-format.ts'
import { useFieldTypes } from '../field-types.ts'
import { metricType, seriesName } from '../series-function.ts'
import { useChartWords } from './chart-words.ts'
import classes from './data-table.module.css'
import { type MetricColumn, type TableModel, type TableRow, tableModel } from './data-table-model.ts'
import type { VisualizationProps } from './visualization.ts'

const ROWS_AT_ONCE = 200
const MOST_COLUMNS = 200

/** An aggregation as rows and numbers: everything that the other pictures only show. */
export function DataTable({ widget, pivot }: VisualizationProps) {
  const t = useText()
  const [shownRows, setShownRows] = useState(ROWS_AT_ONCE)
  const model = useMemo(() => tableModel(pivot, widget.config), [pivot, widget.config])
  const rest = model.rows.length - shownRows
  const columns = model.columns.slice(0, MOST_COLUMNS)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes['scroll']} tabIndex={0} aria-label={t('widgets.visualization.table')}>
      <Table className={classes['table'] ?? ''} stickyHeader highlightOnHover verticalSpacing={3}>
        <TableHeader model={model} columns={columns} config={widget.config} />
        <Table.Tbody>
          {model.rows.slice(0, shownRows).map((row) => (
            <TableLine key={row.id} row={row} columns={columns} config={widget.config} />
          ))}
        </Table.Tbody>
      </Table>
      {model.columns.length > MOST_COLUMNS && (
        <div className={classes['rest']} role="note">
          {t('widgets.table.cutColumns', { shown: MOST_COLUMNS, total: model.columns.length })}
        </div>
      )}
      {rest > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setShownRows(shownRows + ROWS_AT_ONCE)}>
          {t('widgets.table.more', { count: Math.min(rest, ROWS_AT_ONCE), shown: shownRows, total: model.rows.length })}
        </Button>
      )}
    </section>
  )
}

type Config = VisualizationProps['widget']['config']

function TableHeader({
  model,
  columns,
  config,
}: {
  model: TableModel
  columns: readonly MetricColumn[]
  config: Config
}) {
  const words = useChartWords()
  return (
    <Table.Thead>
      {model.headers.map((cells, depth) => (
        <Table.Tr key={config.column_pivots[depth]?.field}>
          {model.rowFields.length > 0 && <Table.Th colSpan={model.rowFields.length} aria-hidden />}
          {cells.map((cell) => (
            <Table.Th
              key={JSON.stringify(cell.path) + (cell.field ?? '')}
              colSpan={cell.span}
              scope="colgroup"
              translate="no"
              data-group
            >
              {cell.field === undefined ? '' : words.key(cell.text, config.column_pivots[depth]?.type === 'time')}
            </Table.Th>
          ))}
        </Table.Tr>
      ))}
      <Table.Tr>
        {model.rowFields.map((field) => (
          <Table.Th key={field} scope="col" translate="no">
            {field}
          </Table.Th>
        ))}
        {columns.map((column) => (
          <Table.Th key={column.id} scope="col" translate="no" data-number>
            {seriesName(column.series)}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function TableLine({ row, columns, config }: { row: TableRow; columns: readonly MetricColumn[]; config: Config }) {
  const words = useChartWords()
  const format = useMetricFormat()
  const { typeOf } = useFieldTypes()
  return (
    <Table.Tr>
      {row.keys.map(({ field, value, isRepeated }, index) => (
        <Table.Td key={`${field}|${config.row_pivots[index]?.type}`} translate="no" data-key>
          {isRepeated ? '' : words.key(value, config.row_pivots[index]?.type === 'time')}
        </Table.Td>
      ))}
      {columns.map((column) => (
        <Table.Td key={column.id} translate="no" data-number>
          {format(row.values.get(column.id), metricType(column.series.function, typeOf))}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
