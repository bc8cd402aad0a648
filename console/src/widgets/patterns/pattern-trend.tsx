import { useText } from '../../base/text/text.tsx'
import classes from './patterns.module.css'

const WIDTH = 120
const HEIGHT = 28

/** A sparkline of counts over the time range. */
export function PatternTrend({ counts }: { counts: readonly number[] }) {
  const t = useText()
  const most = Math.max(1, ...counts)
  const step = WIDTH / Math.max(1, counts.length)
  const path = counts
    .map((count, index) => {
      if (count === 0) return ''
      const height = Math.max(1.5, (count / most) * HEIGHT)
      return `M${index * step} ${HEIGHT}v${-height}h${step - 0.6}v${height}z`
    })
    .join('')
  return (
    <svg
      className={classes['trend']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('search.patterns.trend', { most })}
    >
      <path d={path} />
    </svg>
  )
}
