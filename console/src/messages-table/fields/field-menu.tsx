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
import { ActionItems } from '../../ui/menu/action-items.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { fieldChart, fieldStatistics } from '../../view-document/editing/new-widgets.ts'
import { useAnalysisDisabledFields } from './analysis-disabled-fields.ts'
import { useShowStatistics } from './field-statistics-host.tsx'
import classes from './fields.module.css'
import { useColumns } from './use-columns.tsx'
import { useTopValues } from './use-top-values.ts'

interface MenuSubject {
  readonly field: string
  /** The widget with the menu: new widgets copy its query, streams and time range. */
  readonly widget?: Widget | undefined
  /** The table whose columns it can change. */
  readonly table?: MessagesWidget | undefined
  /** All tables of the page, for a field in the sidebar. */
  readonly tables?: readonly MessagesWidget[]
}

interface FieldMenuProps extends MenuSubject {
  /** The children are an icon beside the name. */
  readonly isIcon?: boolean
  readonly tabIndex?: number
  readonly children: ReactNode
}

/** The name of a field, with a menu of actions on the field. */
export function FieldMenu({ isIcon = false, tabIndex = 0, children, ...subject }: FieldMenuProps) {
  const t = useText()
  const { field, table, tables = [] } = subject
  const button = useRef<HTMLButtonElement>(null)
  const showStatistics = useShowStatistics()
  const onStatistics =
    showStatistics &&
    (() => {
      if (button.current !== null)
        showStatistics(field, button.current.getBoundingClientRect(), table === undefined ? tables : [table])
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
        <FieldMenuItems {...subject} onStatistics={onStatistics} />
      </Menu.Dropdown>
    </Menu>
  )
}

function FieldMenuItems(props: MenuSubject & { readonly onStatistics: (() => void) | undefined }) {
  const { field, widget, table, tables = [], onStatistics } = props
  const t = useText()
  const { addWidget } = useSearchActions()
  const types = useFieldTypes()
  const topValues = useTopValues(widget)
  const columns = useColumns()
  const notAnalysed = useAnalysisDisabledFields().has(field) ? t('fields.notAnalysed') : undefined
  const isNumeric = types.has(field, 'numeric')
  const fields = table?.config.fields ?? []
  const at = fields.indexOf(field)
  const moveTo = (place: number) => table && columns.set(table, fields.toSpliced(at, 1).toSpliced(place, 0, field))
  return (
    <>
      <Menu.Label translate="no">
        {field} = {types.typeOf(field)}
      </Menu.Label>
      <ActionItems
        actions={[
          {
            label: t('fields.chart'),
            icon: <IconChartLine size={15} />,
            disabledBecause: isNumeric ? undefined : t('fields.notNumeric'),
            onClick: () => addWidget({ ...fieldChart(field), like: widget }),
          },
          {
            label: t('fields.topValues'),
            icon: <IconListNumbers size={15} />,
            disabledBecause: topValues.disabledBecause(field),
            onClick: () => topValues.show(field),
          },
          {
            label: t('fields.statisticsTable'),
            icon: <IconTableSpark size={15} />,
            disabledBecause: notAnalysed,
            onClick: () =>
              addWidget({ ...fieldStatistics(field, isNumeric, t('fields.statisticsOf', { field })), like: widget }),
          },
          onStatistics !== undefined && {
            label: t('fields.statistics'),
            icon: <IconReportAnalytics size={15} />,
            onClick: onStatistics,
          },
          table !== undefined && columns.toggle(table, field),
          at !== -1 && {
            label: t('fields.moveLeft'),
            icon: <IconArrowBarToLeft size={15} />,
            disabledBecause: at === 0 ? t('fields.isFirst') : undefined,
            onClick: () => moveTo(at - 1),
          },
          at !== -1 && {
            label: t('fields.moveRight'),
            icon: <IconArrowBarToRight size={15} />,
            disabledBecause: at === fields.length - 1 ? t('fields.isLast') : undefined,
            onClick: () => moveTo(at + 1),
          },
          tables.length > 0 && {
            label: t('fields.addToTables'),
            icon: <IconColumnInsertRight size={15} />,
            onClick() {
              for (const one of tables) columns.add(one, field)
            },
          },
          tables.length > 0 && {
            label: t('fields.removeFromTables'),
            icon: <IconColumnRemove size={15} />,
            onClick() {
              for (const one of tables) columns.remove(one, field)
            },
          },
        ]}
      />
    </>
  )
}
