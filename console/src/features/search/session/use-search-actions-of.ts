import { useMemo } from 'react'
import { useText } from '../../../app/text/text.tsx'
import type { FieldTypes } from '../../../widgets/field-types.ts'
import { documentsFor } from '../../../widgets/new-widgets.ts'
import { andQuery } from '../../../widgets/query-composition.ts'
import { randomIds } from '../../../widgets/random-ids.ts'
import type { NewWidget, SearchActions } from '../../../widgets/search-actions.ts'
import {
  highlightingOf,
  withDuplicate,
  withHighlight,
  withNewWidget,
  withoutHighlight,
  withoutWidget,
  withPositions,
  withTitle,
  withWidget,
} from '../../../widgets/view-changes.ts'
import { widgetResult } from '../../../widgets/view-model.ts'
import { defaultTitle } from '../../../widgets/widget-title.ts'
import type { SearchSession, SessionState } from './search-session.ts'

/** What widgets may ask of a search page, as changes to its session. */
export function useSearchActionsOf(
  session: SearchSession,
  { history, run, compared }: SessionState,
  fields: FieldTypes,
  stopRefreshing: () => void,
): SearchActions {
  const t = useText()
  const { page, queryId } = history.present
  const changes = useMemo(() => {
    const document = () => session.state().history.present
    const setText = (change: (text: string) => string) => {
      const { query } = document()
      session.submit({ ...query, text: change(query.text) })
    }
    const addWidget = (widget: NewWidget): string => {
      const added = withNewWidget(document().page, widget, randomIds)
      session.changePage(() => added.state)
      return added.id
    }
    return {
      kind: 'search' as const,
      stopRefreshing,
      addToQuery: (term: string) => setText((text) => andQuery(text, term)),
      excludeFromQuery: (term: string) => setText((text) => andQuery(text, `NOT ${term}`)),
      setTimeRange: (timerange: Parameters<SearchActions['setTimeRange']>[0]) =>
        session.submit({ ...document().query, timerange }),
      addWidget,
      updateWidget: (widget: Parameters<SearchActions['updateWidget']>[0]) =>
        session.changePage((old) => withWidget(old, widget)),
      removeWidget: (id: string) => session.changePage((old) => withoutWidget(old, id)),
      duplicateWidget(id: string) {
        const { widgets, titles } = document().page
        const original = widgets.find((widget) => widget.id === id)
        if (original === undefined) return
        const title = titles.widget?.[id] ?? defaultTitle(original, t)
        session.changePage((old) => withDuplicate(old, id, t('widgets.copyOf', { title }), randomIds)?.state ?? old)
      },
      setTitle: (id: string, title: string) => session.changePage((old) => withTitle(old, id, title)),
      setPositions: (positions: Parameters<SearchActions['setPositions']>[0]) =>
        session.changePage((old) => withPositions(old, positions)),
      showDocumentsFor(...[path, widget]: Parameters<SearchActions['showDocumentsFor']>) {
        const documents = documentsFor(path, widget, fields.typeOf)
        addWidget({ ...documents.widget, title: t('widgets.messagesFor', { condition: documents.condition }) })
      },
      loadPage(searchTypeId: string, offset: number) {
        stopRefreshing()
        void session.loadPage(searchTypeId, offset)
      },
      addHighlight: (rule: Parameters<SearchActions['addHighlight']>[0]) =>
        session.changePage((old) => withHighlight(old, rule)),
      updateHighlight: (rule: Parameters<SearchActions['updateHighlight']>[0]) =>
        session.changePage((old) => withHighlight(old, rule)),
      removeHighlight: (rule: Parameters<SearchActions['removeHighlight']>[0]) =>
        session.changePage((old) => withoutHighlight(old, rule)),
    }
  }, [session, fields, stopRefreshing, t])

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
    () => ({ ...changes, highlighting, resultOf, comparison }),
    [changes, highlighting, resultOf, comparison],
  )
}
