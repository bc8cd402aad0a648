import { useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { ExportSource } from '../../../messages-table/export/message-export.ts'
import { resultOfWidget } from '../../../view-document/execution/widget-results.ts'
import { isMessages, messagesResult } from '../../../view-document/model/view-model.ts'
import type { DashboardState } from '../editing/dashboard-session.ts'

/** The message tables of the open page; `undefined` until the page has results. */
export function useTableExport({ run, history, view, pageId }: DashboardState): ExportSource | undefined {
  const t = useText()
  const { outcomes } = run
  const page = history.present.pages.find(({ id }) => id === pageId)
  return useMemo(() => {
    const [some] = outcomes.values()
    if (some === undefined || page === undefined) return undefined
    return {
      kind: 'dashboard',
      title: view?.title ?? t('dashboards.unsaved'),
      searchId: some.searchId,
      state: some.state,
      tables: page.state.widgets.filter(isMessages).flatMap((widget) => {
        const outcome = outcomes.get(widget.id)
        if (outcome === undefined) return []
        const { searchId, state, searchTypeIds } = outcome
        const title = page.state.titles.widget?.[widget.id] ?? t('widgets.untitled.messages')
        const total = messagesResult(resultOfWidget(widget.id, run))?.total_results
        return [{ widget, title, searchTypeId: searchTypeIds[0], total, of: { searchId, state } }]
      }),
    }
  }, [outcomes, page, view, run, t])
}
