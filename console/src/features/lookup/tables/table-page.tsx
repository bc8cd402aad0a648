import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import type { Crumb } from '../../../ui/page/page.tsx'
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

/** The way back from the page of a lookup table. */
export function useTableCrumbs(): readonly Crumb[] {
  const t = useText()
  return [{ label: t('shell.system') }, { label: t('lookup.tables'), to: routes.lookup.tables() }]
}
