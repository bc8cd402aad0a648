import type { MessagesWidget, Widget } from '@logyard/contract/views/view-state'
import { Menu, UnstyledButton } from '@mantine/core'
import {
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconChartLine,
  IconColumnInsertRight,
  IconColumnRemove,
  IconListNumbers,
  IconReportAnalytics,
  IconTableSpark,
} from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { RowActionItem } from '../../ui/menu/row-action-item.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { fieldChart, fieldStatistics } from '../../view-document/editing/new-widgets.ts'
import { useAnalysisDisabledFields } from './analysis-disabled-fields.ts'
import { useShowStatistics } from './field-statistics-host.tsx'
import classes from './fields.module.css'
import { useTopValues } from './use-top-values.ts'

export interface FieldMenuProps {
  readonly field: string
  /** The widget with the menu: new widgets copy its query, streams and time range. */
  readonly widget?: Widget
  /** The table whose columns it can change. */
  readonly table?: MessagesWidget
  /** All tables of the page, for a field in the sidebar. */
  readonly tables?: readonly MessagesWidget[]
  /** The children are an icon beside the name. */
  readonly isIcon?: boolean
  readonly tabIndex?: number
  readonly children: ReactNode
}

/** The name of a field, with a menu of actions on the field. */
export function FieldMenu({ field, widget, table, tables, isIcon = false, tabIndex = 0, children }: FieldMenuProps) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const showStatistics = useShowStatistics()
  const onStatistics =
    showStatistics &&
    (() => {
      if (button.current !== null)
        showStatistics(field, button.current.getBoundingClientRect(), table === undefined ? (tables ?? []) : [table])
    })
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          ref={button}
          className={classes[isIcon ? 'more' : 'name'] ?? ''}
          aria-label={t('fields.menuOf', { field })}
          tabIndex={tabIndex}
          translate="no"
        >
          {children}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <FieldMenuItems field={field} widget={widget} table={table} tables={tables} onStatistics={onStatistics} />
      </Menu.Dropdown>
    </Menu>
  )
}

type Items = {
  readonly [K in keyof Omit<FieldMenuProps, 'children' | 'isIcon' | 'tabIndex'>]: FieldMenuProps[K] | undefined
} & {
  readonly field: string
  readonly onStatistics: (() => void) | undefined
}

function FieldMenuItems({ field, widget, table, tables, onStatistics }: Items) {
  const t = useText()
  const actions = useSearchActions()
  const types = useFieldTypes()
  const topValues = useTopValues(widget)
  const unanalysed = useAnalysisDisabledFields()
  const type = types.typeOf(field)
  const isNumeric = types.has(field, 'numeric')
  const notAnalysed = unanalysed.has(field) ? t('fields.notAnalysed') : undefined
  const like = widget === undefined ? {} : { like: widget }
  const setFields = (messages: MessagesWidget, fields: readonly string[]) =>
    actions.updateWidget({ ...messages, config: { ...messages.config, fields: [...fields] } })
  const add = (messages: MessagesWidget) => {
    if (!messages.config.fields.includes(field)) setFields(messages, [...messages.config.fields, field])
  }
  const remove = (messages: MessagesWidget) =>
    setFields(
      messages,
      messages.config.fields.filter((name) => name !== field),
    )
  const isColumn = table?.config.fields.includes(field) ?? false
  return (
    <>
      <Menu.Label translate="no">
        {field} = {type}
      </Menu.Label>
      <RowActionItem
        action={{
          label: t('fields.chart'),
          icon: <IconChartLine size={15} />,
          disabledBecause: isNumeric ? undefined : t('fields.notNumeric'),
          onClick: () => actions.addWidget({ ...fieldChart(field), ...like }),
        }}
      />
      <RowActionItem
        action={{
          label: t('fields.topValues'),
          icon: <IconListNumbers size={15} />,
          disabledBecause: topValues.disabledBecause(field),
          onClick: () => topValues.show(field),
        }}
      />
      <RowActionItem
        action={{
          label: t('fields.statisticsTable'),
          icon: <IconTableSpark size={15} />,
          disabledBecause: notAnalysed,
          onClick: () =>
            actions.addWidget({ ...fieldStatistics(field, isNumeric, t('fields.statisticsOf', { field })), ...like }),
        }}
      />
      {onStatistics !== undefined && (
        <Menu.Item leftSection={<IconReportAnalytics size={15} />} onClick={onStatistics}>
          {t('fields.statistics')}
        </Menu.Item>
      )}
      {table !== undefined && (
        <Menu.Item
          leftSection={isColumn ? <IconColumnRemove size={15} /> : <IconColumnInsertRight size={15} />}
          onClick={() => (isColumn ? remove(table) : add(table))}
        >
          {isColumn ? t('fields.removeColumn') : t('fields.addColumn')}
        </Menu.Item>
      )}
      {table !== undefined && isColumn && <MoveItems field={field} table={table} setFields={setFields} />}
      {tables !== undefined && tables.length > 0 && (
        <>
          <Menu.Item leftSection={<IconColumnInsertRight size={15} />} onClick={() => tables.forEach(add)}>
            {t('fields.addToTables')}
          </Menu.Item>
          <Menu.Item leftSection={<IconColumnRemove size={15} />} onClick={() => tables.forEach(remove)}>
            {t('fields.removeFromTables')}
          </Menu.Item>
        </>
      )}
    </>
  )
}

function MoveItems({
  field,
  table,
  setFields,
}: {
  field: string
  table: MessagesWidget
  setFields: (table: MessagesWidget, fields: readonly string[]) => void
}) {
  const t = useText()
  const { fields } = table.config
  const at = fields.indexOf(field)
  const moveTo = (place: number) => setFields(table, fields.toSpliced(at, 1).toSpliced(place, 0, field))
  return (
    <>
      <RowActionItem
        action={{
          label: t('fields.moveLeft'),
          icon: <IconArrowBarToLeft size={15} />,
          disabledBecause: at === 0 ? t('fields.isFirst') : undefined,
          onClick: () => moveTo(at - 1),
        }}
      />
      <RowActionItem
        action={{
          label: t('fields.moveRight'),
          icon: <IconArrowBarToRight size={15} />,
          disabledBecause: at === fields.length - 1 ? t('fields.isLast') : undefined,
          onClick: () => moveTo(at + 1),
        }}
      />
    </>
  )
}
