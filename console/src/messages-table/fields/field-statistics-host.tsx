import { Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { PlaceAnchor } from '../../ui/menu/place-anchor.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import classes from './fields.module.css'
import { useMessageSelection } from './message-selection.ts'

const FieldStatistics = lazy(() =>
  import('./field-statistics.tsx').then((module) => ({ default: module.FieldStatistics })),
)

type ShowStatistics = (field: string, at: DOMRect) => void
const ShowContext = createContext<ShowStatistics | undefined>(undefined)

/** Shows the statistics of a field beside the clicked element; absent if the page has no single result. */
export const useShowStatistics = (): ShowStatistics | undefined => use(ShowContext)

interface Shown {
  readonly field: string
  readonly at: DOMRect
}

/** One popover for all fields of a page: long lists unmount rows, and the statistics must outlive their row. */
export function FieldStatisticsHost({ children }: { children: ReactNode }) {
  const t = useText()
  const selection = useMessageSelection()
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const [shown, setShown] = useState<Shown>()
  const show = useCallback((field: string, at: DOMRect) => setShown({ field, at }), [])
  return (
    <ShowContext value={selection === undefined ? undefined : show}>
      {children}
      {selection !== undefined && (
        <Popover
          opened={shown !== undefined}
          onChange={(isOpen) => !isOpen && setShown(undefined)}
          position={isNarrow ? 'bottom' : 'right-start'}
          withinPortal
          trapFocus
          returnFocus
          // Its target is a position, so there is no button to label it.
          withRoles={false}
          hideDetached={false}
          shadow="lg"
          middlewares={{ shift: { padding: 8 }, flip: true }}
        >
          <Popover.Target>
            <PlaceAnchor at={shown?.at} />
          </Popover.Target>
          <Popover.Dropdown
            className={classes['statistics'] ?? ''}
            role="dialog"
            tabIndex={-1}
            aria-label={shown === undefined ? undefined : t('fields.stats.title', { field: shown.field })}
          >
            {shown !== undefined && (
              <Suspense fallback={<LoadingLines lines={8} />}>
                <FieldStatistics
                  key={shown.field}
                  field={shown.field}
                  selection={selection}
                  onClose={() => setShown(undefined)}
                />
              </Suspense>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
    </ShowContext>
  )
}
