import classes from './sparkline.module.css'

const WIDTH = 72
const HEIGHT = 24

/** Lines of values on one scale, newest at the right. The text beside them says what they mean. */
export function Sparkline({ series }: { series: readonly (readonly number[])[] }) {
  const top = Math.max(1, ...series.flat())
  const points = (values: readonly number[]) =>
    values
      .map((value, index) => {
        const x = (index * WIDTH) / Math.max(1, values.length - 1)
        const y = HEIGHT - 1.5 - (value / top) * (HEIGHT - 3)
        return `${x.toFixed(1)},${y.toFixed(1)}`
      })
      .join(' ')
  return (
    <svg
      className={classes['sparkline']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      {series.map((values, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a series is known by its place
        <polyline key={index} points={points(values)} />
      ))}
    </svg>
  )
}
