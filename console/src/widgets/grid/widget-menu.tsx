import { AGGREGATION_FUNCTIONS } from '@logyard/contract/events/processor-configs'
import type { AggregationWidget, Widget, WidgetPosition, WidgetPositions } from '@logyard/contract/views/view-state'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowAutofitWidth,
  IconArrowsMaximize,
  IconArrowsMove,
  IconCopy,
  IconCursorText,
  IconDots,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { AlertItem } from '../../alerting/alert-item.tsx'
import type { DefinitionFigure, DefinitionIdea } from '../../alerting/new-definition-link.ts'
import { useText } from '../../base/text/text.tsx'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import { ActionItems } from '../../ui/menu/action-items.tsx'
import type { RowAction } from '../../ui/menu/row-action.ts'
import { type SearchedMessages, useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isPatterns } from '../../view-document/model/patterns-widget.ts'
import { parseSeries } from '../../view-document/model/series-function.ts'
import { isTable } from '../../view-document/model/table-widget.ts'
import { isText } from '../../view-document/model/text-widget.ts'
import { isAggregation, isMessages, type WidgetResult } from '../../view-document/model/view-model.ts'
import {
  defaultSize,
  isFullWidth,
  layoutOf,
  type Move,
  moved,
  positionsOf,
} from '../../view-document/model/widget-positions.ts'
import { AggregationItems, type AggregationItemsProps } from './aggregation-items.tsx'
import { SqlItem } from './sql-item.tsx'
import { TableItems } from './table-items.tsx'

interface WidgetMenuProps {
  readonly widget: Widget
  readonly title: string
  readonly page: { readonly widgets: readonly Widget[]; readonly positions: Readonly<WidgetPositions> }
  readonly pageActions: readonly RowAction[]
  /** Without it only actions on the result are offered. */
  readonly canEdit: boolean
  readonly onEdit: () => void
  readonly onRename: () => void
  readonly table: AggregationItemsProps['table']
}

/** All actions on a widget, including moving and resizing without a mouse. */
export function WidgetMenu(props: WidgetMenuProps) {
  const { widget, title, page, pageActions, canEdit, onEdit, onRename, table } = props
  const t = useText()
  const confirm = useConfirm()
  const { duplicateWidget, removeWidget, setPositions, messagesOf, resultOf } = useSearchActions()
  const position = positionsOf(layoutOf(page.widgets, page.positions))[widget.id]
  const isStretched = position !== undefined && isFullWidth(position)
  const stretch = () => {
    if (position === undefined) return
    const changed: WidgetPosition = isStretched
      ? { ...position, width: defaultSize(widget.type).width }
      : { ...position, col: 1, width: 'Infinity' }
    const positions = { ...page.positions, [widget.id]: changed }
    setPositions(positionsOf(layoutOf(page.widgets, positions)))
  }
  const remove = async () => {
    const isSure = await confirm({
      title: t('widgets.delete.title'),
      text: t('widgets.delete.text', { title }),
      confirmLabel: t('widgets.delete'),
      isDangerous: true,
    })
    if (isSure) removeWidget(widget.id)
  }
  if (!canEdit && pageActions.length === 0 && !isAggregation(widget) && !isTable(widget)) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={t('widgets.actionsFor', { title })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canEdit && isEditable(widget) && (
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={onEdit}>
            {t('widgets.edit')}
          </Menu.Item>
        )}
        {canEdit && (
          <>
            <Menu.Item leftSection={<IconCursorText size={15} />} onClick={onRename}>
              {t('widgets.rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => duplicateWidget(widget.id)}>
              {t('widgets.duplicate')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowAutofitWidth size={15} />} onClick={stretch}>
              {t(isStretched ? 'widgets.compress' : 'widgets.stretch')}
            </Menu.Item>
            <MoveItems id={widget.id} page={page} kind="move" />
            <MoveItems id={widget.id} page={page} kind="resize" />
          </>
        )}
        {isAggregation(widget) && <AggregationItems widget={widget} title={title} table={table} />}
        {(isAggregation(widget) || isMessages(widget)) && (
          <SqlItem widget={widget} range={rangeOf(resultOf(widget.id))} />
        )}
        {isTable(widget) && <TableItems widget={widget} title={title} />}
        {messagesOf !== undefined && !isText(widget) && !isTable(widget) && (
          <AlertItem idea={() => alertIdea(widget, title, messagesOf(widget))} />
        )}
        {pageActions.length > 0 && canEdit && <Menu.Divider />}
        <ActionItems actions={pageActions} />
        {canEdit && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
              {t('widgets.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const rangeOf = ({ results }: WidgetResult) =>
  Object.values(results).flatMap((one) => ('effective_timerange' in one ? [one.effective_timerange] : []))[0]

const isEditable = (widget: Widget) =>
  isAggregation(widget) || isMessages(widget) || isText(widget) || isTable(widget) || isPatterns(widget)

const MOVES = { move: ['up', 'down', 'left', 'right'], resize: ['wider', 'narrower', 'taller', 'shorter'] } as const

function MoveItems({ id, page, kind }: { id: string; page: WidgetMenuProps['page']; kind: keyof typeof MOVES }) {
  const t = useText()
  const { setPositions } = useSearchActions()
  const go = (move: Move) => {
    const positions = moved(page.widgets, page.positions, id, move)
    if (positions !== undefined) setPositions(positions)
  }
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={kind === 'move' ? <IconArrowsMove size={15} /> : <IconArrowsMaximize size={15} />}>
          {t(`widgets.${kind}`)}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {MOVES[kind].map((move) => (
          // The menu stays open, because one step is rarely enough.
          <Menu.Item key={move} closeMenuOnClick={false} onClick={() => go(move)}>
            {t(`widgets.move.${move}`)}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** An event definition about the widget: its messages, and an aggregation's first figure with the groups of its rows. */
function alertIdea(widget: Widget, title: string, messages: SearchedMessages): DefinitionIdea {
  return { ...messages, title, figure: isAggregation(widget) ? figureOf(widget) : undefined }
}

function figureOf({ config }: AggregationWidget): DefinitionFigure | undefined {
  for (const series of config.series) {
    const call = parseSeries(series.function)
    // Percentiles and the like cannot be the figure of a condition.
    const known = AGGREGATION_FUNCTIONS.find((one) => one === call?.type)
    if (known === undefined) continue
    const [threshold] = config.thresholds ?? []
    return { function: known, field: call?.field, groupBy: groupsOf(config), threshold: threshold?.value }
  }
  return undefined
}

const groupsOf = ({ row_pivots: rows, column_pivots: columns }: AggregationWidget['config']): readonly string[] => [
  ...new Set([...rows, ...columns].filter(({ type }) => type === 'values').map(({ field }) => field)),
]
