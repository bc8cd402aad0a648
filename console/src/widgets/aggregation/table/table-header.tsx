import type { AggregationConfig, AggregationWidget } from '@logyard/contract/views/view-state'
import { Menu, Table, UnstyledButton } from '@mantine/core'
import { IconChartLine, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { FieldMenu } from '../../../messages-table/fields/field-menu.tsx'
import { ValueMenu } from '../../../messages-table/fields/value-menu.tsx'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import { fieldChart } from '../../../view-document/editing/new-widgets.ts'
import { parseSeries, seriesName } from '../../../view-document/model/series-function.ts'
import type { ChartWords } from '../chart-words.ts'
import classes from './data-table.module.css'
import type { HeaderCell, MetricColumn, TableModel } from './data-table-model.ts'

export interface TableHeaderProps {
  readonly widget: AggregationWidget
  readonly model: TableModel
  readonly columns: readonly MetricColumn[]
  readonly words: ChartWords
  readonly isInteractive: boolean
}

/** A row per column grouping, then the fields and metrics. */
export function TableHeader(props: TableHeaderProps) {
  const { widget, model, columns, isInteractive } = props
  return (
    <Table.Thead>
      {model.headers.map((cells, depth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a grouping is what its depth says
        <Table.Tr key={depth}>
          {model.rowFields.length > 0 && <Table.Td colSpan={model.rowFields.length} />}
          {cells.map((cell) => (
            <GroupCell key={JSON.stringify([cell.field, cell.path])} cell={cell} depth={depth} {...props} />
          ))}
        </Table.Tr>
      ))}
      <Table.Tr>
        {model.rowFields.map((field, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one field may be grouped by twice
          <Table.Th key={`${index}|${field}`} scope="col" translate="no">
            {isInteractive ? (
              <FieldMenu field={field} widget={widget}>
                {field}
              </FieldMenu>
            ) : (
              field
            )}
          </Table.Th>
        ))}
        {columns.map(({ id, series }) => (
          <Table.Th key={id} scope="col" translate="no" data-number>
            {isInteractive ? <MetricMenu widget={widget} series={series} /> : seriesName(series)}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function GroupCell({
  cell,
  depth,
  widget,
  words,
  isInteractive,
}: TableHeaderProps & { cell: HeaderCell; depth: number }) {
  const { field, text, span, path } = cell
  // Totals belong to no value of the grouping.
  if (field === undefined) return <Table.Td colSpan={span} data-group />
  const shown = words.key(text, widget.config.column_pivots[depth]?.type === 'time')
  return (
    <Table.Th colSpan={span} scope="colgroup" translate="no" data-group>
      {isInteractive ? (
        <ValueMenu of={{ field, value: text, path }} widget={widget}>
          {shown}
        </ValueMenu>
      ) : (
        shown
      )}
    </Table.Th>
  )
}

type Direction = AggregationConfig['sort'][number]['direction']

function MetricMenu({ widget, series }: { widget: AggregationWidget; series: MetricColumn['series'] }) {
  const t = useText()
  const { addWidget, sortWidget } = useSearchActions()
  const name = seriesName(series)
  const sortBy = (direction: Direction) =>
    sortWidget(widget.id, [{ type: 'series', field: series.function, direction }])
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes['metric'] ?? ''} aria-label={t('widgets.table.metricMenu', { name })}>
          {name}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label translate="no">{series.function}</Menu.Label>
        <Menu.Item leftSection={<IconSortDescending size={15} />} onClick={() => sortBy('Descending')}>
          {t('widgets.table.sortDescending')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSortAscending size={15} />} onClick={() => sortBy('Ascending')}>
          {t('widgets.table.sortAscending')}
        </Menu.Item>
        {parseSeries(series.function) !== undefined && (
          <Menu.Item
            leftSection={<IconChartLine size={15} />}
            onClick={() => addWidget({ ...fieldChart(series.function), like: widget })}
          >
            {t('widgets.table.chart')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
