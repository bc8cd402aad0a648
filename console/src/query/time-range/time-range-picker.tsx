import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconClock, IconZoomOut } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useClock } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { DEFAULT_RANGE, type Interval, intervalOf, stepped, zoomedOut } from './time-range.ts'
import classes from './time-range-picker.module.css'
import { useIntervalText, useRangeText } from './use-range-text.ts'

const TimeRangeDialog = lazy(() =>
  import('./time-range-dialog.tsx').then((module) => ({ default: module.TimeRangeDialog })),
)

export interface TimeRangePickerProps {
  /** Absent: no range is chosen, and `placeholder` says what that means. */
  readonly range: TimeRange | undefined
  readonly placeholder?: string
  readonly isDisabled?: boolean
  /** The interval of the latest search; steps start from it if the range alone does not define one. */
  readonly effective: Interval | undefined
  readonly onPick: (range: TimeRange) => void
}

/** The time range as a button that opens the choice of ranges, with steps beside it. */
export function TimeRangePicker({ range, effective, isDisabled = false, ...props }: TimeRangePickerProps) {
  const { now } = useClock()
  const move = (next: (from: Interval) => TimeRange) => {
    const from = (range === undefined ? undefined : intervalOf(range, now())) ?? effective
    if (from !== undefined) props.onPick(next(from))
  }
  const isKnown = range?.type === 'absolute' || (range?.type === 'relative' && range.range > 0)
  const canMove = !isDisabled && (isKnown || effective !== undefined)
  return (
    <div className={classes['picker']}>
      <RangeButton range={range} effective={effective} isDisabled={isDisabled} {...props} />
      {range !== undefined && <Steps isEnabled={canMove} move={move} />}
    </div>
  )
}

function RangeButton({ range, placeholder = '', isDisabled, effective, onPick }: TimeRangePickerProps) {
  const t = useText()
  const rangeText = useRangeText()
  const intervalText = useIntervalText()
  const [isOpen, setIsOpen] = useState(false)
  const text = range === undefined ? placeholder : rangeText(range)
  const tip = effective === undefined ? t('search.range.pick') : <span translate="no">{intervalText(effective)}</span>
  const pick = (next: TimeRange) => {
    setIsOpen(false)
    onPick(next)
  }
  return (
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
        <Tooltip label={tip} disabled={isOpen}>
          <Button
            className={classes['button'] ?? ''}
            variant="default"
            leftSection={<IconClock size={16} />}
            aria-label={t('search.range.button', { range: text })}
            aria-expanded={isOpen}
            disabled={isDisabled ?? false}
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
  )
}

interface StepsProps {
  readonly isEnabled: boolean
  readonly move: (next: (from: Interval) => TimeRange) => void
}

function Steps({ isEnabled, move }: StepsProps) {
  const t = useText()
  const { now } = useClock()
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
        onClick={() => move((from) => zoomedOut(from, now()))}
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
