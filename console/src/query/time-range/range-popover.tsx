import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { Loading } from '../../ui/page/loading.tsx'

const TimeRangeDialog = deferred(() => import('./time-range-dialog.tsx').then((module) => module.TimeRangeDialog))

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
      <Popover.Dropdown p={0} aria-label={t('search.range.pick')}>
        <TimeRangeDialog range={range} onPick={onPick} onCancel={() => onToggle(false)} fallback={<Loading />} />
      </Popover.Dropdown>
    </Popover>
  )
}
