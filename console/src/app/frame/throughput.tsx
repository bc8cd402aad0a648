import { Loader } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { useThroughput } from '../../cluster/use-throughput.ts'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import classes from './header-bar.module.css'
import { Sparkline } from './sparkline.tsx'

const SHOWN_MINUTES = 60
/** Fewer points are no graph, nor is a line of zeros. */
const MIN_MINUTES = 5

/** Messages per second in and out of all nodes, with a sparkline of the last hour. */
export function Throughput() {
  const t = useText()
  const { latest, history } = useThroughput()
  const shown = history.slice(-SHOWN_MINUTES)
  if (latest === undefined) return <Loader size={14} role="status" aria-label={t('shell.throughput.loading')} />
  return (
    <Tooltip label={t('shell.throughput', { in: latest.input, out: latest.output })}>
      <div
        className={classes['throughput']}
        role="img"
        aria-label={t('shell.throughput', { in: latest.input, out: latest.output })}
      >
        {shown.length >= MIN_MINUTES && shown.some(({ input, output }) => input + output > 0) && (
          <Sparkline series={[shown.map((rate) => rate.input), shown.map((rate) => rate.output)]} />
        )}
        <span className={classes['rates']} aria-hidden>
          <span>{t('shell.throughput.in', { rate: latest.input })}</span>
          <span>{t('shell.throughput.out', { rate: latest.output })}</span>
        </span>
      </div>
    </Tooltip>
  )
}
