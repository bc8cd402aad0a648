import type { Widget } from '@logyard/contract/views/view-state'
import { Skeleton, Text } from '@mantine/core'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { MessageTable } from '../../messages-table/rows/message-table.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isPatterns } from '../../view-document/model/patterns-widget.ts'
import { isTable } from '../../view-document/model/table-widget.ts'
import { isText, textOfWidget } from '../../view-document/model/text-widget.ts'
import { isAggregation, isMessages, type WidgetResult } from '../../view-document/model/view-model.ts'
import { RenderBoundary } from './render-boundary.tsx'
import classes from './widget-body.module.css'

// Most searches have neither: their histogram and their messages need less.
const AggregationView = deferred(() =>
  import('../aggregation/aggregation-view.tsx').then((module) => module.AggregationView),
)
// Few widgets have formulas.
const CalculatedView = deferred(() =>
  import('../aggregation/calculated-view.tsx').then((module) => module.CalculatedView),
)
// The messages below it are shown first.
const LevelHistogram = deferred(
  () => import('../histogram/level-histogram.tsx').then((module) => module.LevelHistogram),
  {
    isLater: true,
  },
)
const LockedWidget = deferred(() => import('./widget-refusals.tsx').then((module) => module.LockedWidget))
const MissingValues = deferred(() => import('./widget-refusals.tsx').then((module) => module.MissingValues))
const RetrievalErrors = deferred(() => import('./retrieval-errors.tsx').then((module) => module.RetrievalErrors))
const UnknownWidget = deferred(() => import('./unknown-widget.tsx').then((module) => module.UnknownWidget))
const MarkdownView = deferred(() => import('../text/markdown-view.tsx').then((module) => module.MarkdownView))
const PatternsTile = deferred(() => import('../patterns/patterns-tile.tsx').then((module) => module.PatternsTile))

const TableWidgetView = deferred(() =>
  import('../tables/table-widget-view.tsx').then((module) => module.TableWidgetView),
)

export interface WidgetBodyProps {
  readonly widget: Widget
  readonly result: WidgetResult
  readonly isInteractive: boolean
  readonly canEdit: boolean
  /** Absent: the settings cannot be opened from here. */
  readonly onEdit: (() => void) | undefined
  /** In the editor, changes made in the visualization belong to the widget. */
  readonly isEdited?: boolean
  /** A low histogram above a page, stacked by level. */
  readonly isStrip?: boolean
}

/** The content of a widget: its visualization or table, why there is none, or that its type is unknown. */
export function WidgetBody(props: WidgetBodyProps) {
  const { widget, result } = props
  return (
    <div className={classes['body']}>
      {result.hiddenStreams !== undefined ? (
        <LockedWidget hiddenStreams={result.hiddenStreams} />
      ) : result.missing !== undefined ? (
        <MissingValues missing={result.missing} />
      ) : result.errors.length > 0 ? (
        <RetrievalErrors result={result} />
      ) : result.isStopped && Object.keys(result.results).length === 0 ? (
        <StoppedWidget />
      ) : (
        <RenderBoundary widget={widget} result={result}>
          <div className={classes['content']} data-stale={result.isLoading || undefined}>
            <Content {...props} />
          </div>
        </RenderBoundary>
      )}
    </div>
  )
}

function Content({ widget, result, isInteractive, canEdit, isEdited = false, isStrip, onEdit }: WidgetBodyProps) {
  const { updateWidget, tableOf } = useSearchActions()
  // The strip has equal steps from zero.
  if (isStrip && isAggregation(widget) && widget.config.value_axis === undefined)
    return (
      <LevelHistogram fallback={<Skeleton h="100%" />} widget={widget} result={result} isInteractive={isInteractive} />
    )
  if (isAggregation(widget)) {
    const View = (widget.config.formulas ?? []).length > 0 ? CalculatedView : AggregationView
    return (
      <View
        fallback={<Skeleton h="100%" />}
        widget={widget}
        result={result}
        isInteractive={isInteractive}
        onConfig={canEdit ? (config) => updateWidget({ ...widget, config }) : undefined}
        isEdited={isEdited}
        onEdit={canEdit ? onEdit : undefined}
      />
    )
  }
  if (isMessages(widget)) return <MessageTable widget={widget} result={result} isInteractive={isInteractive} />
  if (isText(widget)) return <MarkdownView text={textOfWidget(widget)} />
  if (isTable(widget) && tableOf !== undefined)
    return <TableWidgetView fallback={<Skeleton h="100%" />} widget={widget} isInteractive={isInteractive} />
  if (isPatterns(widget))
    return (
      <PatternsTile fallback={<Skeleton h="100%" />} widget={widget} result={result} isInteractive={isInteractive} />
    )
  return <UnknownWidget widget={widget} />
}

/** One line, because the strip above the messages and single numbers have little room. */
function StoppedWidget() {
  const t = useText()
  return (
    <Text size="sm" className={classes['stopped'] ?? ''}>
      {t('widgets.stopped')}
    </Text>
  )
}
