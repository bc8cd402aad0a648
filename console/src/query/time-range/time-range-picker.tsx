import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconClock, IconZoomOut } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { DEFAULT_RANGE, type Interval, intervalOf, stepped, zoomedOut } from './time-range.ts'
import classes from './time-range-picker.module.css'
import { useIntervalText, useRangeText } from './use-range-text.ts'

const TimeRangeDialog = lazy(() =>
  import('./time-range-dialog.tsx').then((module) => ({ default: module.TimeRangeDialog })),
)

export interface TimeRangePickerProps {
  /** Absent: none is chosen, and `placeholder` says what that means. */
  readonly range: TimeRange | undefined
  readonly placeholder?: string
  readonly isDisabled?: boolean
  /** What the range came to when it was searched last; steps start from it where the range itself does not say. */
  readonly effective: Interval | undefined
  /** Confirmed, not only looked at. */
  readonly onPick: (range: TimeRange) => void
}

/** The time range as a button that opens the choice of ranges, with steps beside it. */
export function TimeRangePicker({
  range,
  placeholder = '',
  isDisabled = false,
  effective,
  onPick,
}: TimeRangePickerProps) {
  const t = useText()
  const rangeText = useRangeText()
  const intervalText = useIntervalText()
  const [isOpen, setIsOpen] = useState(false)
  const text = range === undefined ? placeholder : rangeText(range)
  const interval = () => (range === undefined ? undefined : intervalOf(range, Date.now())) ?? effective
  const move = (next: (from: Interval) => TimeRange) => {
    const from = interval()
    if (from !== undefined) onPick(next(from))
  }
  const isKnown = range?.type === 'absolute' || (range?.type === 'relative' && range.range > 0)
  const canMove = !isDisabled && (isKnown || effective !== undefined)
  const pick = (next: TimeRange) => {
    setIsOpen(false)
    onPick(next)
  }
  return (
    <div className={classes['picker']}>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
        width="min(560px, calc(100vw - 20px))"
      >
        <Popover.Target>
          <Tooltip
            label={
              effective === undefined ? t('search.range.pick') : <span translate="no">{intervalText(effective)}</span>
            }
            disabled={isOpen}
          >
            <Button
              className={classes['button'] ?? ''}
              variant="default"
              leftSection={<IconClock size={16} />}
              aria-label={t('search.range.button', { range: text })}
              aria-expanded={isOpen}
              disabled={isDisabled}
              onClick={() => setIsOpen(!isOpen)}
            >
              {range?.type === 'keyword' ? <span translate="no">{text}</span> : text}
            </Button>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown className={classes['dropdown'] ?? ''} aria-label={t('search.range.pick')}>
          <Suspense fallback={<Loading />}>
            <TimeRangeDialog range={range ?? DEFAULT_RANGE} onPick={pick} onCancel={() => setIsOpen(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {range !== undefined && <Steps isEnabled={canMove} move={move} />}
    </div>
  )
}

interface StepsProps {
  readonly isEnabled: boolean
  readonly move: (next: (from: Interval) => TimeRange) => void
}

function Steps({ isEnabled, move }: StepsProps) {
  const t = useText()
  return (
    <>
      <Step label={t('search.range.back')} isEnabled={isEnabled} onClick={() => move((from) => stepped(from, -1))}>
        <IconChevronLeft size={16} />
      </Step>
      <Step label={t('search.range.forward')} isEnabled={isEnabled} onClick={() => move((from) => stepped(from, 1))}>
        <IconChevronRight size={16} />
      </Step>
      <Step
        label={t('search.range.zoomOut')}
        isEnabled={isEnabled}
        onClick={() => move((from) => zoomedOut(from, Date.now()))}
      >
        <IconZoomOut size={16} />
      </Step>
    </>
  )
}

interface StepProps {
  readonly label: string
  readonly isEnabled: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Step({ label, isEnabled, onClick, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes['step'] ?? ''}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        disabled={!isEnabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
