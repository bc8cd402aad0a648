import { runSql } from '@logyard/contract/search/sql'
import { tabulateQuery } from '@logyard/contract/search/tables'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '../../api/api-client.ts'
import { useCall } from '../../base/services/services.tsx'
import { type TableQuestion, useSearchActions } from '../../view-document/actions/search-actions.ts'
import type { TableWidget } from '../../view-document/model/table-widget.ts'
import { inTurn } from './table-turns.ts'

const keyOf = (widgetId: string) => ['widget-table', widgetId] as const

/** Rows of a widget; a file has more. */
const SHOWN_ROWS = 1000
/** Answers are large, and the next turn of the page replaces them. */
const KEPT_MS = 10_000

/** The table of a widget, asked for again with each turn of its page; undefined where such widgets are not run. */
export function useWidgetTable(widget: TableWidget) {
  const call = useCall()
  const client = useQueryClient()
  const asked = useSearchActions().tableOf?.(widget)
  const [turn, setTurn] = useState(asked?.turn)
  // An automatic turn does not begin again what takes longer than the interval.
  const isBusy = client.isFetching({ queryKey: keyOf(widget.id) }) > 0
  if (asked !== undefined && turn !== asked.turn && !(asked.turn.isAutomatic && isBusy)) setTurn(asked.turn)
  const question = asked?.question
  const settings = turn?.isAutomatic === true ? ({ extendSession: false } as const) : undefined
  const found = useQuery({
    queryKey: [...keyOf(widget.id), question, turn?.count],
    queryFn: ({ signal }) => {
      if (question === undefined) throw new TypeError('a table without a question')
      return inTurn(signal, () => askFor(question, call.until(signal, settings)))
    },
    // Before the first turn the page is not run yet.
    enabled: question !== undefined && turn !== undefined && turn.count > 0,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })
  return { question, found }
}

function askFor(question: TableQuestion, call: ReturnType<Call['until']>) {
  return question.kind === 'steps'
    ? call(tabulateQuery, { body: { ...question.body, limit: SHOWN_ROWS } })
    : call(runSql, { body: { ...question.body, limit: SHOWN_ROWS } })
}
