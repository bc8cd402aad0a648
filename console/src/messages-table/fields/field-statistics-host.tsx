import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useMessageSelection } from './message-selection.ts'
import type { ShownField } from './statistics-popover.tsx'

// Loaded after the page is shown: positioning it takes much code.
const StatisticsPopover = deferred(
  () => import('./statistics-popover.tsx').then((module) => module.StatisticsPopover),
  {
    isLater: true,
  },
)

type ShowStatistics = (field: string, at: DOMRect, tables: readonly MessagesWidget[]) => void
const ShowContext = createContext<ShowStatistics | undefined>(undefined)

/** Shows the statistics of a field beside the clicked element; absent if the page has no single result. */
export const useShowStatistics = (): ShowStatistics | undefined => use(ShowContext)

/** One popover for all fields of a page: long lists unmount rows, and the statistics must outlive their row. */
export function FieldStatisticsHost({ children }: { children: ReactNode }) {
  const selection = useMessageSelection()
  const [shown, setShown] = useState<ShownField>()
  const show = useCallback<ShowStatistics>((field, at, tables) => setShown({ field, at, tables }), [])
  return (
    <ShowContext value={selection === undefined ? undefined : show}>
      {children}
      {selection !== undefined && (
        <StatisticsPopover shown={shown} selection={selection} onClose={() => setShown(undefined)} />
      )}
    </ShowContext>
  )
}
