import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { Widget } from '@logyard/contract/views/view-state'
import { useMemo } from 'react'
import { useHrefOf } from '../../../base/routes/location.ts'
import { useFieldTypes } from '../../../query/fields/field-types.ts'
import { andQuery } from '../../../view-document/actions/query-composition.ts'
import type { SearchActions } from '../../../view-document/actions/search-actions.ts'
import { useZoom } from '../../../view-document/actions/use-zoom.ts'
import type { Override } from '../../../view-document/dashboards/dashboard-search.ts'
import { hiddenStreamsOf } from '../../../view-document/dashboards/locked-widgets.ts'
import { gapsOfWidget } from '../../../view-document/dashboards/widget-parameters.ts'
import { usePageChanges } from '../../../view-document/editing/use-page-changes.ts'
import { highlightingOf } from '../../../view-document/editing/view-changes.ts'
import { noResult, resultOfWidget } from '../../../view-document/execution/widget-results.ts'
import type { TableWidget } from '../../../view-document/model/table-widget.ts'
import type { WidgetResult } from '../../../view-document/model/view-model.ts'
import { placedFree } from '../../../view-document/model/widget-positions.ts'
import { activePage, type DashboardSession, type DashboardState } from '../editing/dashboard-session.ts'
import { replayedMessages, replayLink } from './replay-link.ts'
import { tableQuestion } from './table-question.ts'

/** Range of new widgets: people look at dashboards now and then. */
const LAST_DAY: TimeRange = { type: 'relative', range: 86_400 }
const EVERYTHING = { type: 'elasticsearch', query_string: '' } as const

/** Unlike on the search page, widgets have a time range and query of their own. */
const withOwnQuery = (widget: Widget): Widget => ({
  ...widget,
  timerange: widget.timerange ?? LAST_DAY,
  query: widget.query ?? EVERYTHING,
})

/** The actions that widgets can request, as changes to the session; the fields come from the surrounding provider. */
export function useDashboardActions(
  session: DashboardSession,
  state: DashboardState,
  stopRefreshing: () => void,
): SearchActions {
  const { run, compared } = state
  const hrefOf = useHrefOf()
  const page = useMemo(() => () => activePage(session.state()).state, [session])
  const { typeOf } = useFieldTypes()
  const changes = usePageChanges({
    page,
    changePage: session.changePage,
    typeOf,
    complete: withOwnQuery,
    place: placedFree,
  })
  const asked = useMemo(() => {
    const setText = (change: (text: string) => string) => {
      const { override } = session.state()
      session.setOverride({ ...override, text: change(override.text) })
    }
    return {
      kind: 'dashboard' as const,
      stopRefreshing,
      addToQuery: (term: string) => setText((text) => andQuery(text, term)),
      excludeFromQuery: (term: string) => setText((text) => andQuery(text, `NOT ${term}`)),
      openSearch(condition: string, widget: Widget | undefined, range?: TimeRange) {
        window.open(hrefOf(replayLink(session.state(), widget, condition, range)), '_blank', 'noopener')
      },
      messagesOf: (widget: Widget | undefined, condition?: string) =>
        replayedMessages(session.state(), widget, condition),
      loadPage(searchTypeId: string, offset: number) {
        stopRefreshing()
        session.loadPage(searchTypeId, offset)
      },
    }
  }, [session, stopRefreshing, hrefOf])
  const setRange = useMemo(
    () => (timerange: TimeRange | undefined) => session.setOverride(withRange(session.state().override, timerange)),
    [session],
  )
  const zoom = useZoom({ range: state.override.timerange, setRange })
  const { outcomes, loading } = run
  const waiting = useWaiting(state)
  const resultOf = useMemo(
    () => (id: string) => waiting.get(id) ?? resultOfWidget(id, { outcomes, loading }),
    [outcomes, loading, waiting],
  )
  const { history, pageId, override, values, turn } = state
  const tableOf = useMemo(
    () => (widget: TableWidget) => ({ question: tableQuestion({ history, pageId, override, values }, widget), turn }),
    [history, pageId, override, values, turn],
  )
  const highlighting = highlightingOf(activePage(state).state)
  const comparison = useMemo(
    () => ({ of: (id: string) => compared.get(id), set: session.setCompared }),
    [compared, session],
  )
  return useMemo(
    () => ({ ...changes, ...asked, ...zoom, highlighting, resultOf, tableOf, comparison }),
    [changes, asked, zoom, highlighting, resultOf, tableOf, comparison],
  )
}

function withRange({ timerange: _, ...others }: Override, timerange: TimeRange | undefined): Override {
  return timerange === undefined ? others : { ...others, timerange }
}

/** The widgets that cannot run: a parameter has no value, or a stream is not readable. */
function useWaiting(state: DashboardState): ReadonlyMap<string, WidgetResult> {
  const { override, values, history, reader } = state
  const { parameters } = history.present
  const page = activePage(state)
  return useMemo(() => {
    const known = page.state.widgets.map((one): readonly [string, WidgetResult | undefined] => {
      const hiddenStreams = hiddenStreamsOf(one, page, reader)
      if (hiddenStreams > 0) return [one.id, { ...noResult, hiddenStreams }]
      const missing = gapsOfWidget(one, { page, override, parameters, values })
      return [one.id, missing === undefined ? undefined : { ...noResult, missing }]
    })
    return new Map(known.flatMap(([id, result]) => (result === undefined ? [] : [[id, result]])))
  }, [page, override, parameters, values, reader])
}
