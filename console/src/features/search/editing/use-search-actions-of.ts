import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { Widget } from '@logyard/contract/views/view-state'
import { useCallback, useMemo } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import type { FieldTypes } from '../../../query/fields/field-types.ts'
import { rangeValues } from '../../../query/time-range/range-in-url.ts'
import type { SearchActions } from '../../../view-document/actions/search-actions.ts'
import { useZoom } from '../../../view-document/actions/use-zoom.ts'
import { usePageChanges } from '../../../view-document/editing/use-page-changes.ts'
import { highlightingOf } from '../../../view-document/editing/view-changes.ts'
import { resultOfWidget } from '../../../view-document/execution/widget-results.ts'
import { useSearchTabs } from '../tabs/use-search-tabs.ts'
import { withTerm } from './query-filters.ts'
import type { SearchSession, SessionState } from './search-session.ts'
import { searchedMessages } from './searched-messages.ts'

interface SearchPageParts {
  readonly stopRefreshing: () => void
  /** Explains the messages of a query, or all that are shown, and those that a zoom left out. */
  readonly onExplain: (of: { readonly query: string | undefined; readonly around: TimeRange | undefined }) => void
}

/** The actions of widgets on a search page. */
export function useSearchActionsOf(
  session: SearchSession,
  { history, run: { outcomes, loading }, compared }: SessionState,
  fields: FieldTypes,
  { stopRefreshing, onExplain }: SearchPageParts,
): SearchActions {
  const shown = useMemo(() => () => session.present().page, [session])
  const changes = usePageChanges({ page: shown, changePage: session.changePage, typeOf: fields.typeOf })
  const openSearch = useOpenSearch(session)
  const asked = useMemo(() => {
    const filterBy = (term: string) => session.submit(withTerm(session.present().query, term))
    return {
      kind: 'search' as const,
      stopRefreshing,
      addToQuery: filterBy,
      excludeFromQuery: (term: string) => filterBy(`NOT ${term}`),
      openSearch,
      messagesOf: (widget: Widget | undefined, condition = '') => searchedMessages(session.state(), widget, condition),
      loadPage(searchTypeId: string, offset: number) {
        stopRefreshing()
        session.loadPage(searchTypeId, offset)
      },
    }
  }, [session, openSearch, stopRefreshing])

  const setRange = useMemo(
    () => (timerange: TimeRange | undefined) => timerange && session.submit({ ...session.present().query, timerange }),
    [session],
  )
  const zoom = useZoom({ range: history.present.query.timerange, setRange })
  const { zoomedFrom: around } = zoom
  const explain = useCallback((query?: string) => onExplain({ query, around }), [onExplain, around])
  const highlighting = highlightingOf(history.present.page)
  const resultOf = useMemo(() => (id: string) => resultOfWidget(id, { outcomes, loading }), [outcomes, loading])
  const comparison = useMemo(
    () => ({ of: (id: string) => compared.get(id), set: session.setCompared }),
    [compared, session],
  )
  return useMemo(
    () => ({ ...changes, ...asked, ...zoom, explain, highlighting, resultOf, comparison }),
    [changes, asked, zoom, explain, highlighting, resultOf, comparison],
  )
}

/** Opens messages of the search in a tab beside it. */
function useOpenSearch(session: SearchSession) {
  const tabs = useSearchTabs()
  const go = useGo()
  return useCallback(
    (condition: string, widget: Widget | undefined, range?: TimeRange) => {
      const messages = searchedMessages(session.state(), widget, condition)
      const timerange = range ?? messages.timerange
      const streams = messages.streams.length === 0 ? undefined : messages.streams.join(',')
      tabs.keepShown()
      go(routes.search({ q: messages.query, rangetype: timerange.type, ...rangeValues(timerange), streams }))
    },
    [session, tabs, go],
  )
}
