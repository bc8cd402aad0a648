import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import { type TableRow, tableQuery } from '../lookup-queries.ts'

/** Loads the lookup table that a page is about. */
export function WithTable({ name, children }: { name: string; children: (table: TableRow) => ReactNode }) {
  const table = useQuery(tableQuery(useCall(), name))
  useFailureToast(table.error, 'lookup.toast.tableFailed', { name })
  return (
    <Loaded query={table} isPageEntity>
      {(found) => (found === null ? <NotFoundPage /> : children(found))}
    </Loaded>
  )
}
