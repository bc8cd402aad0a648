import { Loader } from '@mantine/core'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { useThroughput } from '../../cluster/use-throughput.ts'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { useRate } from '../../ui/use-rate.ts'
import classes from './header-bar.module.css'
import { isFallingBehind } from './is-falling-behind.ts'

const MINUTE_S = 60

/**
 * Messages per second that arrive at all nodes, over the last minute. Its tooltip has the last day, and its link leads to
 * the overview.
 */
export function Throughput() {
  const t = useText()
  const rate = useRate()
  const link = useLinkProps(routes.overview())
  const { latest, waiting = 0, history } = useThroughput()
  if (latest === undefined) return <Loader size={14} role="status" aria-label={t('shell.throughput.loading')} />
  const isBehind = isFallingBehind(history, waiting)
  const rates = { in: rate(latest.input), out: rate(latest.output) }
  const label = (
    <>
      {t('shell.throughput', rates)}
      {history.length > 0 && (
        <div>
          {t('shell.throughput.day', {
            count: Math.round(history.reduce((sum, { input }) => sum + input * MINUTE_S, 0)),
            peak: rate(Math.max(...history.map(({ input }) => input))),
          })}
        </div>
      )}
      {isBehind && <div>{t('shell.throughput.behind', { count: waiting })}</div>}
    </>
  )
  return (
    <Tooltip label={label} isMultiline>
      <a
        href={link.href}
        onClick={link.onClick}
        className={classes['throughput']}
        data-behind={isBehind || undefined}
        aria-label={isBehind ? t('shell.throughput.behind', { count: waiting }) : t('shell.throughput', rates)}
      >
        {rate(latest.input)}
      </a>
    </Tooltip>
  )
}
