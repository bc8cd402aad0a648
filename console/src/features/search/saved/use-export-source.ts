import { useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { ExportableTable, ExportSource } from '../../../messages-table/export/message-export.ts'
import { resultOfWidget } from '../../../view-document/execution/widget-results.ts'
import { isMessages, messagesResult } from '../../../view-document/model/view-model.ts'
import type { SessionState } from '../editing/search-session.ts'

/** What can be exported; `undefined` until the search has results. */
export function useExportSource({ run, history, view }: SessionState): ExportSource | undefined {
  const t = useText()
  const { latest } = run
  const { page } = history.present
  return useMemo(() => {
    if (latest === undefined) return undefined
    const tables: readonly ExportableTable[] = page.widgets.filter(isMessages).map((widget) => ({
      widget,
      title: page.titles.widget?.[widget.id] ?? t('widgets.untitled.messages'),
      searchTypeId: latest.search.mapping[widget.id]?.[0],
      total: messagesResult(resultOfWidget(widget.id, run))?.total_results,
    }))
    return {
      kind: 'search',
      title: view?.title ?? t('search.untitled'),
      searchId: latest.search.id,
      state: latest.state,
      tables,
    }
  }, [latest, page, view, run, t])
}
