import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { Popover } from '@mantine/core'
import { lazy, type ReactElement, Suspense } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import classes from './time-range-picker.module.css'

const TimeRangeDialog = lazy(() =>
  import('./time-range-dialog.tsx').then((module) => ({ default: module.TimeRangeDialog })),
)

interface RangePopoverProps {
  readonly range: TimeRange
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly onPick: (range: TimeRange) => void
  /** The button that opens it. */
  readonly children: ReactElement
}

export function RangePopover({ range, isOpen, onToggle, onPick, children }: RangePopoverProps) {
  const t = useText()
  return (
    <Popover
      opened={isOpen}
      onChange={onToggle}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
      width="min(560px, calc(100vw - 20px))"
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''} aria-label={t('search.range.pick')}>
        <Suspense fallback={<Loading />}>
          <TimeRangeDialog range={range} onPick={onPick} onCancel={() => onToggle(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
