import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { useRate } from '../../../ui/use-rate.ts'
import { stageExecuted } from '../metrics/metric-names.ts'
import type { LiveRates } from '../metrics/use-live-rates.ts'
import classes from '../pipelines.module.css'

interface TimelineProps {
  readonly pipeline: PipelineSource
  /** The stage numbers of all pipelines: pipelines run them in step. */
  readonly stages: readonly number[]
  readonly rates: LiveRates
}

/** More boxes leave no room for the titles of pipelines. */
const MOST_BOXES = 4

/**
 * One box for each stage that any pipeline has, so that boxes of one stage are below each other. With many stages, the
 * first ones of the pipeline itself and how many more there are.
 */
export function Timeline({ pipeline, stages, rates }: TimelineProps) {
  const t = useText()
  const own = pipeline.stages.map(({ stage }) => stage)
  const isAligned = stages.length <= MOST_BOXES
  const fits = own.length <= MOST_BOXES
  const shown = isAligned ? stages : own.slice(0, fits ? MOST_BOXES : MOST_BOXES - 1)
  return (
    <ol className={classes['timeline']} aria-label={t('pipelines.column.timeline')}>
      {shown.map((number) => {
        const isOwn = own.includes(number)
        return (
          <li key={number} data-idle={!isOwn || undefined}>
            {isOwn ? (
              <>
                <span>{t('pipelines.stage', { number })}</span>
                <StageRate rates={rates} metric={stageExecuted(pipeline.id ?? '', number)} />
              </>
            ) : (
              t('pipelines.idle')
            )}
          </li>
        )
      })}
      {!fits && (
        <li data-more>
          <AppLink to={routes.pipelines.show(pipeline.id ?? '')}>
            {t('pipelines.stages.more', { count: own.length - shown.length })}
          </AppLink>
        </li>
      )}
    </ol>
  )
}

function StageRate({ rates, metric }: { rates: LiveRates; metric: string }) {
  const text = useRate()
  const rate = rates.rate(metric)
  if (rate === undefined) return <small translate="no">…</small>
  return <small>{text(rate)}</small>
}
