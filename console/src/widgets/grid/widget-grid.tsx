/** The widgets of a page in columns, on narrow screens stacked. The same on searches and dashboards. */

import type { Widget, WidgetPositions } from '@logyard/contract/views/view-state'
import { useReducedMotion } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useMemo } from 'react'
import type { Layout } from 'react-grid-layout'
import { deferred } from '../../base/deferred/deferred.tsx'
import { PageScrollerContext } from '../../messages-table/rows/page-scroller.ts'
import type { RowAction } from '../../ui/menu/row-action.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isChart } from '../../view-document/model/aggregation-config.ts'
import { isText } from '../../view-document/model/text-widget.ts'
import { isAggregation } from '../../view-document/model/view-model.ts'
import { COLUMNS, positionsOf } from '../../view-document/model/widget-positions.ts'
import { useWidgetTitle } from '../../view-document/model/widget-title.ts'
import { loadCharts } from '../charts/chart.tsx'
import { useSize } from '../charts/use-size.ts'
import { DRAG_HANDLE, heightOf, ROW_HEIGHT } from './grid-sizes.ts'
import { pageParts } from './page-parts.ts'
import { useEditedWidget } from './use-edited-widget.ts'
import { type PagePlace, WidgetFrame } from './widget-frame.tsx'
import classes from './widget-grid.module.css'

// Most searches have neither: the message table and the histogram above it are outside of the columns.
const WidgetColumns = deferred(() => import('./widget-columns.tsx').then((module) => module.WidgetColumns))
const WidgetEditor = deferred(() => import('../editor/widget-editor.tsx').then((module) => module.WidgetEditor))

export interface WidgetGridProps {
  readonly widgets: readonly Widget[]
  readonly positions: Readonly<WidgetPositions>
  readonly titles: { readonly widget?: Readonly<Record<string, string>> }
  /** Without it there are no menus and no moving; for screens on a wall. */
  readonly isInteractive?: boolean
  /** The height of a row, in pixels; for screens that show all rows at once. */
  readonly rowHeight?: number
  /** Without it widgets cannot be changed, but values and results keep their menus. */
  readonly canEdit?: boolean
  /** The page's own entries in a widget's menu. */
  readonly menuActions?: (widget: Widget, title: string) => readonly RowAction[]
  /** Shown above the settings in a widget's editor. */
  readonly editorBar?: (widget: Widget) => ReactNode
  /** Scrolls the page as a whole: a table at the bottom is as long as its rows, a histogram is above all widgets. */
  readonly scroller?: RefObject<HTMLElement | null>
  /** Shows the tools of the table at the bottom of such a page. */
  readonly tools?: HTMLElement | null
}

/** In a narrower window the columns would be unreadable. */
const STACKED_BELOW = 768

export function WidgetGrid(props: WidgetGridProps) {
  const { widgets, positions, titles, isInteractive = true, menuActions, editorBar, scroller, tools = null } = props
  const { rowHeight = ROW_HEIGHT } = props
  const canEdit = isInteractive && props.canEdit !== false
  const titleOf = useWidgetTitle(titles)
  const { setPositions } = useSearchActions()
  const editor = useEditedWidget(widgets, canEdit)
  const { ref, width } = useSize()
  const hasMotion = !useReducedMotion()
  const parts = useMemo(() => pageParts(widgets, positions, scroller !== undefined), [widgets, positions, scroller])
  const { top, bottom, gridded, layout } = parts
  const hasCharts = gridded.some((widget) => isAggregation(widget) && isChart(widget.config))
  useEffect(() => {
    // A chart that fails to load shows the error itself.
    if (hasCharts) loadCharts().catch(() => undefined)
  }, [hasCharts])
  const isStacked = width < STACKED_BELOW
  const ordered = useMemo(() => readingOrder(gridded, layout), [gridded, layout])
  const store = (changed: Layout) => {
    if (JSON.stringify(positionsOf(changed)) === JSON.stringify(positionsOf(layout))) return
    setPositions(parts.positionsAfter(changed))
  }
  const frame = (widget: Widget, place?: PagePlace) => (
    <WidgetFrame
      widget={widget}
      title={titleOf(widget)}
      page={{ widgets, positions }}
      isInteractive={isInteractive}
      canEdit={canEdit}
      onEdit={() => editor.open(widget.id)}
      handleClass={canEdit && !isStacked && place === undefined ? DRAG_HANDLE : undefined}
      place={place}
      pageTools={tools}
      menuActions={menuActions?.(widget, titleOf(widget)) ?? []}
    />
  )
  const grid = isStacked ? (
    <div className={classes['stack']}>
      {ordered.map((widget) => {
        const rows = layout.find(({ i }) => i === widget.id)?.h ?? 1
        return (
          <div key={widget.id} style={{ height: stackedHeight(widget, rows) }}>
            {frame(widget)}
          </div>
        )
      })}
    </div>
  ) : (
    <WidgetColumns
      widgets={ordered}
      layout={layout}
      width={width}
      rowHeight={rowHeight}
      canEdit={canEdit}
      onLayout={store}
      frame={frame}
    />
  )
  return (
    <div className={classes['page']} data-motion={hasMotion || undefined} style={onPaper(width)}>
      <div className={classes['above']} data-wide={scroller !== undefined || undefined}>
        <div ref={ref}>
          {top !== undefined && frame(top, 'top')}
          {gridded.length > 0 && grid}
        </div>
      </div>
      {bottom !== undefined && <PageScrollerContext value={scroller}>{frame(bottom, 'bottom')}</PageScrollerContext>}
      <OpenEditor editor={editor} titleOf={titleOf} editorBar={editorBar} />
    </div>
  )
}

interface OpenEditorProps {
  readonly editor: ReturnType<typeof useEditedWidget>
  readonly titleOf: (widget: Widget) => string
  readonly editorBar: WidgetGridProps['editorBar'] | undefined
}

function OpenEditor({ editor: { widget, close }, titleOf, editorBar }: OpenEditorProps) {
  if (widget === undefined) return null
  return (
    <WidgetEditor key={widget.id} widget={widget} title={titleOf(widget)} onClose={close}>
      {!isText(widget) && editorBar?.(widget)}
    </WidgetEditor>
  )
}

/** The printable width of the smaller common paper sizes in landscape. */
const PAPER_WIDTH = 980

/** On paper the layout is that of the screen, scaled to the sheet: charts are images that cannot be redrawn. */
const onPaper = (width: number): CSSProperties & Record<`--${string}`, string> => ({
  '--ly-paper-width': `${width}px`,
  '--ly-paper-zoom': String(PAPER_WIDTH / Math.max(width, PAPER_WIDTH)),
})

/** A number needs no more height, however high its tile is beside others. */
const NUMBER_HEIGHT = 128
const stackedHeight = (widget: Widget, rows: number): number =>
  isAggregation(widget) && widget.config.visualization === 'numeric'
    ? Math.min(heightOf(rows), NUMBER_HEIGHT)
    : heightOf(rows)

/** Widgets in reading order, which is also the order of Tab and screen readers. */
function readingOrder(widgets: readonly Widget[], layout: Layout): Widget[] {
  const places = new Map(layout.map(({ i, x, y }) => [i, y * COLUMNS + x]))
  return widgets.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}
