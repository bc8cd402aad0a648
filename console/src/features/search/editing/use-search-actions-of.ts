import { useMemo } from 'react'
import type { FieldTypes } from '../../../query/fields/field-types.ts'
import { andQuery } from '../../../view-document/actions/query-composition.ts'
import type { SearchActions } from '../../../view-document/actions/search-actions.ts'
import { usePageChanges } from '../../../view-document/editing/use-page-changes.ts'
import { highlightingOf } from '../../../view-document/editing/view-changes.ts'
import { widgetResult } from '../../../view-document/model/view-model.ts'
import type { SearchSession, SessionState } from './search-session.ts'

/** What widgets may ask of a search page, as changes to its session. */
export function useSearchActionsOf(
  session: SearchSession,
  { history, run, compared }: SessionState,
  fields: FieldTypes,
  stopRefreshing: () => void,
): SearchActions {
  const { page, queryId } = history.present
  const shown = useMemo(() => () => session.state().history.present.page, [session])
  const changes = usePageChanges({ page: shown, changePage: session.changePage, typeOf: fields.typeOf })
  const asked = useMemo(() => {
    const document = () => session.state().history.present
    const setText = (change: (text: string) => string) => {
      const { query } = document()
      session.submit({ ...query, text: change(query.text) })
    }
    return {
      kind: 'search' as const,
      stopRefreshing,
      addToQuery: (term: string) => setText((text) => andQuery(text, term)),
      excludeFromQuery: (term: string) => setText((text) => andQuery(text, `NOT ${term}`)),
      setTimeRange: (timerange: Parameters<SearchActions['setTimeRange']>[0]) =>
        session.submit({ ...document().query, timerange }),
      loadPage(searchTypeId: string, offset: number) {
        stopRefreshing()
        void session.loadPage(searchTypeId, offset)
      },
    }
  }, [session, stopRefreshing])

  const highlighting = highlightingOf(page)
  const { outcome, isRunning, paging } = run
  const resultOf = useMemo(() => {
    const query = outcome?.job.results[queryId]
    const widgets = new Map(
      page.widgets.map(({ id }) => {
        const own = outcome?.search.widgetMapping[id]
        const isPaging = own?.some((searchType) => paging.includes(searchType)) ?? false
        return [id, widgetResult(query, own, isRunning || isPaging)]
      }),
    )
    return (id: string) => widgets.get(id) ?? { results: {}, errors: [], isLoading: isRunning }
  }, [outcome, isRunning, paging, queryId, page.widgets])
  const comparison = useMemo(
    () => ({ isOn: (id: string) => compared.has(id), set: session.setCompared }),
    [compared, session],
  )
  return useMemo(
    () => ({ ...changes, ...asked, highlighting, resultOf, comparison }),
    [changes, asked, highlighting, resultOf, comparison],
  )
}
