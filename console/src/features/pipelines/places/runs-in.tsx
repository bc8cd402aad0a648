import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { streamsOf } from '../pipeline-queries.ts'
import { NotRunning } from './not-running.tsx'
import { openPipelines } from './place-draft.ts'
import classes from './places.module.css'
import { usePlaceRights } from './use-place-rights.ts'
import type { Processing } from './use-processing.ts'

interface RunsInProps {
  readonly rule: Pick<RuleSource, 'title'>
  readonly processing: Processing
  /** Opens the choice of a pipeline. */
  readonly onAdd: () => void
}

/** The stages that a rule runs in, or why it does not run. */
export function RunsIn({ rule, processing, onAdd }: RunsInProps) {
  const t = useText()
  const rights = usePlaceRights()
  const places = processing.pipelines.flatMap((pipeline) =>
    pipeline.stages
      .filter(({ rules }) => rules.includes(rule.title ?? ''))
      .map(({ stage }) => ({ key: `${pipeline.id}:${stage}`, pipeline, stage })),
  )
  if (places.length === 0) {
    const mayAdd = rights.mayCreate || openPipelines(processing, rights).length > 0
    return (
      <NotRunning {...(mayAdd && { action: { label: t('pipelines.place.add'), onClick: onAdd } })}>
        {t('pipelines.place.none')}
      </NotRunning>
    )
  }
  return (
    <span className={classes['places']}>
      {places.map(({ key, pipeline, stage }) => (
        <span key={key}>
          <AppLink to={routes.pipelines.show(pipeline.id ?? '')}>
            <span translate="no">{t('pipelines.place.stage', { title: pipeline.title ?? '', stage })}</span>
          </AppLink>
          {isUnconnected(pipeline, processing) && (
            <>
              {' · '}
              <NotRunning>{t('pipelines.place.noStream')}</NotRunning>
            </>
          )}
        </span>
      ))}
    </span>
  )
}

const isUnconnected = ({ id }: PipelineSource, { connections, streams }: Processing) =>
  connections !== undefined && streamsOf(id, connections, streams).length === 0
