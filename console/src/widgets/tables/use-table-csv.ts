import { runSql } from '@logyard/contract/search/sql'
import { tabulateQuery } from '@logyard/contract/search/tables'
import { useAction } from '../../ui/action/use-action.ts'
import { downloadFile } from '../../ui/download-file.ts'
import type { TableQuestion } from '../../view-document/actions/search-actions.ts'

const MOST_ROWS = 10_000
const accept = 'text/csv'

/** Downloads a table, with more rows than are shown. */
export function useTableCsv(fileName: string) {
  const download = useAction({
    run: async (call, { kind, body }: TableQuestion) => {
      const answer =
        kind === 'steps'
          ? await call.open(tabulateQuery, { body: { ...body, limit: MOST_ROWS }, accept })
          : await call.open(runSql, { body: { ...body, limit: MOST_ROWS }, accept })
      // Here and not in the component: a menu is gone by then.
      downloadFile(fileName, await answer.blob())
    },
    texts: 'search.steps.toast.download',
    changes: [],
  })
  return { start: download.mutate, isPending: download.isPending }
}
