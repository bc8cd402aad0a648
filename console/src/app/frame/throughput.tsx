import { Loader, Tooltip } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { useThroughput } from '../../cluster/use-throughput.ts'
import classes from './header-bar.module.css'
import { Sparkline } from './sparkline.tsx'

/** Messages per second in and out of all nodes, each with a sparkline of the last minute. */
export function Throughput() {
  const t = useText()
  const { latest, history } = useThroughput()
  if (latest === undefined) return <Loader size={14} role="status" aria-label={t('shell.throughput.loading')} />
  return (
    <Tooltip label={t('shell.throughput', { in: latest.input, out: latest.output })}>
      <div
        className={classes['throughput']}
        role="img"
        aria-label={t('shell.throughput', { in: latest.input, out: latest.output })}
      >
        <Sparkline series={[history.map((rate) => rate.input), history.map((rate) => rate.output)]} />
        <span className={classes['rates']} aria-hidden>
          <span>{t('shell.throughput.in', { rate: latest.input })}</span>
          <span>{t('shell.throughput.out', { rate: latest.output })}</span>
        </span>
      </div>
    </Tooltip>
  )
}
