import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import classes from './back-test.module.css'
import { figureText } from './figure-text.ts'
import type { RatedRow } from './rated-rows.ts'
import type { Scale } from './scale.ts'

interface ThresholdLineProps {
  readonly row: RatedRow
  readonly scale: Scale
  /** Called when a move by the pointer begins and ends. */
  readonly onHold: (isHeld: boolean) => void
  readonly onMove: (threshold: number) => void
}

const LARGE_STEP = 10

/** The threshold of a rule over the chart: moved by pointer or keyboard, and the result follows at once. */
export function ThresholdLine({ row, scale, onHold, onMove }: ThresholdLineProps) {
  const t = useText()
  const [isHeld, setIsHeld] = useState(false)
  const { least, greatest, step } = scale
  const move = (wanted: number) => {
    const rounded = Number((Math.round(wanted / step) * step).toPrecision(12))
    onMove(Math.min(greatest, Math.max(least, rounded)))
  }
  const hold = (next: boolean) => {
    setIsHeld(next)
    onHold(next)
  }
  const follow = ({ clientY, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const box = currentTarget.parentElement?.getBoundingClientRect()
    if (isHeld && box !== undefined) move(greatest - ((clientY - box.top) / box.height) * (greatest - least))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = keyTarget(event.key, row.threshold, scale)
    if (wanted === undefined) return
    event.preventDefault()
    move(wanted)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes['threshold']}
      style={{ top: `${((greatest - row.threshold) / (greatest - least)) * 100}%` }}
      aria-label={t('definitions.conditions.threshold')}
      aria-orientation="vertical"
      aria-valuemin={least}
      aria-valuemax={greatest}
      aria-valuenow={row.threshold}
      aria-valuetext={`${row.text} ${figureText(row.threshold)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        hold(true)
      }}
      onPointerMove={follow}
      onLostPointerCapture={() => hold(false)}
    >
      <span translate="no">{`${row.text} ${figureText(row.threshold)}`}</span>
    </div>
  )
}

function keyTarget(key: string, threshold: number, { least, greatest, step }: Scale): number | undefined {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return threshold + step
    case 'ArrowDown':
    case 'ArrowLeft':
      return threshold - step
    case 'PageUp':
      return threshold + LARGE_STEP * step
    case 'PageDown':
      return threshold - LARGE_STEP * step
    case 'Home':
      return least
    case 'End':
      return greatest
    default:
      return undefined
  }
}
