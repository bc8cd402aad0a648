import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { Button, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconClock, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useClock } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { DEFAULT_RANGE, type Interval, intervalOf, stepped, zoomedOut } from './time-range.ts'
import { useIntervalText, useRangeText } from './use-range-text.ts'

// The button is shown from the start.
const RangePopover = deferred(() => import('./range-popover.tsx').then((module) => module.RangePopover), {
  isLater: true,
})

export interface TimeRangePickerProps {
  /** Absent: no range is chosen, and `placeholder` says what that means. */
  readonly range: TimeRange | undefined
  readonly placeholder?: string
  /** The key `d` opens it. */
  readonly hasShortcut?: boolean
  /** The interval of the latest search; steps start from it if the range alone does not define one. */
  readonly effective: Interval | undefined
  readonly onPick: (range: TimeRange) => void
}

/** The time range as a button that opens the choice of ranges, with steps beside it. */
export function TimeRangePicker({ range, effective, ...props }: TimeRangePickerProps) {
  const { now } = useClock()
  const move = (next: (from: Interval) => TimeRange) => {
    const from = (range === undefined ? undefined : intervalOf(range, now())) ?? effective
    if (from !== undefined) props.onPick(next(from))
  }
  const isKnown = range?.type === 'absolute' || (range?.type === 'relative' && range.range > 0)
  const canMove = isKnown || effective !== undefined
  return (
    <Group gap={0} wrap="nowrap" miw={0}>
      <RangeButton range={range} effective={effective} {...props} />
      {range !== undefined && <Steps isEnabled={canMove} move={move} />}
    </Group>
  )
}

function RangeButton({ range, placeholder = '', hasShortcut = false, effective, onPick }: TimeRangePickerProps) {
  const t = useText()
  const rangeText = useRangeText()
  const intervalText = useIntervalText()
  const [isOpen, setIsOpen] = useState(false)
  useHotkeys(hasShortcut ? [['d', () => setIsOpen(true)]] : [])
  const text = range === undefined ? placeholder : rangeText(range)
  const tip = effective === undefined ? t('search.range.pick') : <span translate="no">{intervalText(effective)}</span>
  const pick = (next: TimeRange) => {
    setIsOpen(false)
    onPick(next)
  }
  const button = (
    <Tooltip label={tip} disabled={isOpen}>
      <Button
        miw={0}
        h={32}
        fz="sm"
        style={{ fontVariantNumeric: 'tabular-nums' }}
        variant="default"
        size="xs"
        leftSection={<IconClock size={16} />}
        aria-label={t('search.range.button', { range: text })}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {range?.type === 'keyword' ? <span translate="no">{text}</span> : text}
      </Button>
    </Tooltip>
  )
  return (
    <RangePopover range={range ?? DEFAULT_RANGE} isOpen={isOpen} onToggle={setIsOpen} onPick={pick} fallback={button}>
      {button}
    </RangePopover>
  )
}

function Steps({ isEnabled, move }: { isEnabled: boolean; move: (next: (from: Interval) => TimeRange) => void }) {
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
    <ToolButton label={label} flex="none" size={28} disabled={!isEnabled} onClick={onClick}>
      {children}
    </ToolButton>
  )
}
