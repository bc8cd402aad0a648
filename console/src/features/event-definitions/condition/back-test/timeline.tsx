import { useText } from '../../../../base/text/text.tsx'
import { Instant } from '../../../../ui/time/instant.tsx'
import classes from './back-test.module.css'
import type { TimelineColumn } from './timeline-columns.ts'

interface TimelineProps {
  readonly columns: readonly TimelineColumn[]
  readonly threshold: number | undefined
  readonly from: string
  readonly to: string
  /** Description in words, for users who do not see the timeline. */
  readonly label: string
}

const HEIGHT = 120

/** The measured figure over time; the periods that fire are marked. */
export function Timeline({ columns, threshold, from, to, label }: TimelineProps) {
  const t = useText()
  const greatest = Math.max(...columns.map((column) => column.greatest ?? 0), threshold ?? 0, 0)
  const least = Math.min(...columns.map((column) => column.least ?? 0), threshold ?? 0, 0)
  const span = greatest - least || 1
  const y = (figure: number) => HEIGHT - ((figure - least) / span) * HEIGHT
  return (
    <figure>
      <div className={classes['scale']} translate="no">
        {figureText(greatest)}
      </div>
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
        {threshold !== undefined && (
          <line x1={0} x2={columns.length} y1={y(threshold)} y2={y(threshold)} className={classes['threshold']} />
        )}
      </svg>
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
          height={Math.max(Math.abs(y(greatest) - y(0)), 1)}
          className={classes['bar']}
          data-firing={isFiring || undefined}
        />
      )}
    </>
  )
}

/** Number with at most four significant digits. */
export const figureText = (figure: number): string =>
  Number.isInteger(figure) ? figure.toLocaleString('en') : Number(figure.toPrecision(4)).toLocaleString('en')
