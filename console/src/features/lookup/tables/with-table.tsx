import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import { type TableRow, tableQuery } from '../lookup-queries.ts'

/** Loads the lookup table that a page is about. */
export function WithTable({ name, children }: { name: string; children: (table: TableRow) => ReactNode }) {
  const t = useText()
  const table = useQuery(tableQuery(useCall(), name))
  useFailureToast(
    table.error,
    (status) => t('lookup.toast.tableFailed', { name, status }),
    t('lookup.toast.tableFailed.title'),
  )
  if (table.isPending) return <Loading />
  if (table.isError) return <LoadFailed error={table.error} onRetry={table.refetch} isPageEntity />
  return table.data === null ? <NotFoundPage /> : children(table.data)
}
