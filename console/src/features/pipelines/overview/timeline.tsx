import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { stageExecuted } from '../metrics/metric-names.ts'
import { RATE_FORMAT } from '../metrics/rate-text.tsx'
import type { LiveRates } from '../metrics/use-live-rates.ts'
import classes from '../pipelines.module.css'

interface TimelineProps {
  readonly pipeline: PipelineSource
  /** The stage numbers of all pipelines: pipelines run them in step. */
  readonly stages: readonly number[]
  readonly rates: LiveRates
}

/** One box for each stage that any pipeline has, so that boxes of one stage are below each other. */
export function Timeline({ pipeline: { id, stages: own }, stages, rates }: TimelineProps) {
  const t = useText()
  return (
    <ol className={classes['timeline']} aria-label={t('pipelines.column.timeline')}>
      {stages.map((number) => {
        const isOwn = own.some(({ stage }) => stage === number)
        return (
          <li key={number} data-idle={!isOwn || undefined}>
            {isOwn ? (
              <>
                <span>{t('pipelines.stage', { number })}</span>
                <StageRate rates={rates} metric={stageExecuted(id ?? '', number)} />
              </>
            ) : (
              t('pipelines.idle')
            )}
          </li>
        )
      })}
    </ol>
  )
}

function StageRate({ rates, metric }: { rates: LiveRates; metric: string }) {
  const intl = useIntl()
  const t = useText()
  const rate = rates.rate(metric)
  if (rate === undefined) return <small translate="no">…</small>
  return <small>{t('pipelines.rate.short', { rate: intl.formatNumber(rate, RATE_FORMAT) })}</small>
}
