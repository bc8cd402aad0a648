import { useState } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import { Instant } from '../../../../ui/time/instant.tsx'
import classes from './back-test.module.css'
import { figureText } from './figure-text.ts'
import type { RatedRow } from './rated-rows.ts'
import { type Scale, scaleOf } from './scale.ts'
import { ThresholdLine } from './threshold-line.tsx'
import type { TimelineColumn } from './timeline-columns.ts'

interface TimelineProps {
  readonly columns: readonly TimelineColumn[]
  /** The measured figures of the group. */
  readonly figures: readonly (number | null)[]
  /** The rule whose threshold is shown. */
  readonly row: RatedRow | undefined
  readonly from: string
  readonly to: string
  /** Description in words, for users who do not see the timeline. */
  readonly label: string
  readonly onThreshold: (threshold: number) => void
}

const HEIGHT = 100

/** The measured figure over time with its threshold, which can be moved; the periods that fire are marked. */
export function Timeline({ columns, figures, row, from, to, label, onThreshold }: TimelineProps) {
  const t = useText()
  /** While the threshold is moved the scale stays: it would run away under the pointer. */
  const [held, setHeld] = useState<Scale>()
  const scale = held ?? scaleOf(figures, row?.threshold)
  const y = (figure: number) => HEIGHT - ((figure - scale.least) / (scale.greatest - scale.least)) * HEIGHT
  return (
    <figure>
      <div className={classes['scale']} translate="no">
        {figureText(scale.greatest)}
      </div>
      <div className={classes['canvas']}>
        <svg
          viewBox={`0 0 ${Math.max(columns.length, 1)} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className={classes['picture']}
        >
          {columns.map((column, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <Column key={place} column={column} place={place} y={y} />
          ))}
        </svg>
        {row !== undefined && (
          <ThresholdLine
            row={row}
            scale={scale}
            onHold={(isHeld) => setHeld(isHeld ? scale : undefined)}
            onMove={onThreshold}
          />
        )}
      </div>
      <figcaption className={classes['range']}>
        <Instant instant={from} />
        <span className={classes['legend']}>{t('definitions.backTest.legend')}</span>
        <Instant instant={to} />
      </figcaption>
    </figure>
  )
}

interface ColumnProps {
  readonly column: TimelineColumn
  readonly place: number
  readonly y: (figure: number) => number
}

function Column({ column: { greatest, isFiring }, place, y }: ColumnProps) {
  return (
    <>
      {isFiring && <rect x={place} y={0} width={1.02} height={HEIGHT} className={classes['firing']} />}
      {greatest !== undefined && (
        <rect
          x={place}
          y={Math.min(y(greatest), y(0))}
          width={1.02}
          height={Math.max(Math.abs(y(greatest) - y(0)), 0.5)}
          className={classes['bar']}
          data-firing={isFiring || undefined}
        />
      )}
    </>
  )
}
