import type { Widget, WidgetPositions } from '@logyard/contract/views/view-state'
import { ActionIcon, Loader, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconDots, IconGripVertical } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { ToolsSlotContext } from '../../messages-table/rows/tools-slot.tsx'
import type { RowAction } from '../../ui/menu/row-action.ts'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isAggregation } from '../../view-document/model/view-model.ts'
import { PartialBadge } from '../body/partial-badge.tsx'
import { WidgetBody } from '../body/widget-body.tsx'
import { ChartPictureProvider, type Picture } from '../export/chart-picture.ts'
import { isHistogram } from '../histogram/is-histogram.ts'
import classes from './widget-grid.module.css'
import type { WidgetTitleProps } from './widget-title-field.tsx'

const WidgetMenu = deferred(() => import('./widget-menu.tsx').then((module) => module.WidgetMenu), { isLater: true })
const WidgetTitleField = deferred(() => import('./widget-title-field.tsx').then((module) => module.WidgetTitleField))

/** Where the browser stores that the histogram is hidden. */
const HIDDEN_HISTOGRAM = 'search-histogram-hidden'

/** Outside of the grid of a page: the histogram above it, and the table below it, which is as long as its rows. */
export type PagePlace = 'top' | 'bottom'

export interface WidgetFrameProps {
  readonly widget: Widget
  readonly title: string
  /** The page that it can be moved on. */
  readonly page: { readonly widgets: readonly Widget[]; readonly positions: Readonly<WidgetPositions> }
  readonly isInteractive: boolean
  /** Without it the widget cannot be changed. */
  readonly canEdit: boolean
  readonly onEdit: () => void
  /** Absent: it cannot be dragged. */
  readonly handleClass: string | undefined
  /** Without it a panel in the grid. */
  readonly place?: PagePlace | undefined
  /** Where the page shows the tools of the table at its bottom. */
  readonly pageTools: HTMLElement | null
  readonly menuActions: readonly RowAction[]
}

/** The panel around a widget: its title, its menu, and whether newer results are loading. */
export function WidgetFrame(props: WidgetFrameProps) {
  const { widget, title, isInteractive, canEdit, onEdit, handleClass, place, pageTools } = props
  const t = useText()
  const titleId = useId()
  const actions = useSearchActions()
  const [isRenaming, setIsRenaming] = useState(false)
  const [isTable, setIsTable] = useState(false)
  const picture = useRef<Picture>(undefined)
  const [isHidden, setIsHidden] = useLocalStorage({
    key: HIDDEN_HISTOGRAM,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isStrip = place === 'top' && !isTable && isHistogram(widget)
  const result = actions.resultOf(widget.id)
  const [tableTools, setTableTools] = useState<HTMLElement | null>(null)
  const tools = (
    <FrameTools
      {...props}
      slot={setTableTools}
      strip={isStrip ? { isHidden, toggle: () => setIsHidden(!isHidden) } : undefined}
      onRename={() => setIsRenaming(true)}
      table={{ isShown: isTable, toggle: () => setIsTable(!isTable) }}
    />
  )
  return (
    <ChartPictureProvider value={picture}>
      <article
        className={classes['frame']}
        data-place={place}
        data-hidden={(isStrip && isHidden) || undefined}
        data-renaming={isRenaming || undefined}
        aria-labelledby={titleId}
        aria-busy={result.isLoading}
      >
        <header className={classes['head']}>
          {handleClass !== undefined && (
            <span className={`${classes['handle']} ${handleClass}`} title={t('widgets.move')} aria-hidden>
              <IconGripVertical size={14} />
            </span>
          )}
          <div className={classes['title']} id={titleId}>
            <FrameTitle
              title={title}
              isRenaming={isRenaming}
              onRename={canEdit ? () => setIsRenaming(true) : undefined}
              onDone={(changed) => {
                setIsRenaming(false)
                if (changed !== undefined) actions.setTitle(widget.id, changed)
              }}
            />
          </div>
          {place === 'bottom' ? pageTools !== null && createPortal(tools, pageTools) : tools}
        </header>
        {!(isStrip && isHidden) && (
          <ToolsSlotContext value={tableTools}>
            <WidgetBody
              widget={isTable ? asTable(widget) : widget}
              result={result}
              isInteractive={isInteractive}
              canEdit={canEdit}
              onEdit={onEdit}
              isStrip={isStrip}
            />
          </ToolsSlotContext>
        )}
      </article>
    </ChartPictureProvider>
  )
}

interface FrameToolsProps extends WidgetFrameProps {
  /** Receives the element for the tools of the widget's table. */
  readonly slot: (element: HTMLElement | null) => void
  /** Absent: it is no strip that can be hidden. */
  readonly strip: { readonly isHidden: boolean; readonly toggle: () => void } | undefined
  readonly onRename: () => void
  readonly table: { readonly isShown: boolean; readonly toggle: () => void }
}

/** At the end of the title: the tools of the table, the state of the results, and the menu. */
function FrameTools({ slot, strip, onRename, table, ...props }: FrameToolsProps) {
  const { widget, title, page, isInteractive, canEdit, onEdit, menuActions } = props
  const t = useText()
  const result = useSearchActions().resultOf(widget.id)
  return (
    <>
      <div className={classes['tools']} ref={slot} />
      {/* Above the histogram the page itself says it. */}
      {strip === undefined && <PartialBadge result={result} />}
      {result.isLoading && <Loader size={12} role="status" aria-label={t('widgets.loading')} />}
      {strip !== undefined && <HideButton isHidden={strip.isHidden} onToggle={strip.toggle} />}
      {isInteractive && (
        <WidgetMenu
          fallback={<MenuPlace />}
          widget={widget}
          title={title}
          page={page}
          pageActions={menuActions}
          canEdit={canEdit}
          onEdit={onEdit}
          onRename={onRename}
          table={table}
        />
      )}
    </>
  )
}

/** Looks like the button of the menu until that is loaded. */
const MenuPlace = () => (
  <ActionIcon component="span" size="sm" aria-hidden>
    <IconDots size={16} />
  </ActionIcon>
)

interface FrameTitleProps extends WidgetTitleProps {
  readonly isRenaming: boolean
  readonly onRename: (() => void) | undefined
}

function FrameTitle({ isRenaming, onRename, ...props }: FrameTitleProps) {
  if (isRenaming) return <WidgetTitleField {...props} />
  return (
    <Title order={2} size="inherit" fw="inherit" translate="no" onDoubleClick={onRename}>
      {props.title}
    </Title>
  )
}

function HideButton({ isHidden, onToggle }: { isHidden: boolean; onToggle: () => void }) {
  const t = useText()
  const label = t(isHidden ? 'widgets.histogram.show' : 'widgets.histogram.hide')
  return (
    <ToolButton label={label} size="sm" aria-expanded={!isHidden} onClick={onToggle}>
      {isHidden ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
    </ToolButton>
  )
}

/** The same data as a table. */
const asTable = (widget: Widget): Widget =>
  isAggregation(widget) ? { ...widget, config: { ...widget.config, visualization: 'table' } } : widget
