import { type PipelineSource, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { listRules, type RuleSource } from '@logyard/contract/pipelines/rules'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { stageExecuted, stageRuleMetric } from '../metrics/metric-names.ts'
import { useLiveRates } from '../metrics/use-live-rates.ts'
import { nextStageNumber, type Stage, stagesOf } from '../model/pipeline-source.ts'
import { useRemoveStage } from '../pipeline-actions.tsx'
import { rulesQuery, switchedOffQuery } from '../pipeline-queries.ts'
import classes from './pipeline-page.module.css'
import { StageCard } from './stage-card.tsx'
import { StageDialog, type StageSubject } from './stage-dialog.tsx'

const NONE: readonly string[] = []

/** The stages in the order in which messages pass them. */
export function StagesSection({ pipeline }: { pipeline: PipelineSource }) {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const mayReadRules = may(listRules)
  const rules = useQuery({ ...rulesQuery(call), enabled: mayReadRules })
  const switchedOff = useQuery({ ...switchedOffQuery(call), enabled: mayReadRules })
  const dialog = useFormDialog<StageSubject>()
  const remove = useRemoveStage(pipeline)
  const stages = useMemo(() => stagesOf(pipeline), [pipeline])
  const byTitle = useMemo(() => new Map(rules.data?.map((rule) => [rule.title, rule])), [rules.data])
  const metrics = useMemo(() => stageMetrics(pipeline.id ?? '', stages, byTitle), [pipeline.id, stages, byTitle])
  // Asked for together with those of the rules, so that a stage has no rate before its rules have theirs.
  const rates = useLiveRates(rules.isLoading ? NONE : metrics)
  // The stages of a broken source are unknown: only the source itself can be changed.
  const mayEdit = may(updatePipeline, { id: pipeline.id }) && pipeline.errors === null
  if (rules.isError) return <LoadFailed error={rules.error} onRetry={rules.refetch} />
  if (rules.isLoading) return <LoadingLines lines={6} />
  const add = mayEdit && (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} />}
      onClick={() =>
        dialog.open({ pipeline, stage: { stage: nextStageNumber(stages), match: 'either', rules: [] }, isNew: true })
      }
    >
      {t('pipelines.stage.add')}
    </Button>
  )
  const offIds = new Set(switchedOff.data?.map(({ rule_id: id }) => id))
  return (
    <div className={classes['main']}>
      {stages.length === 0 && pipeline.errors === null && (
        <EmptyState title={t('pipelines.stages.none')} text={t('pipelines.stages.none.text')} />
      )}
      <ol className={classes['stages']} aria-label={t('pipelines.stages')}>
        {stages.map((stage, index) => (
          <li key={stage.stage}>
            <StageCard
              pipelineId={pipeline.id ?? ''}
              stage={stage}
              isLast={index === stages.length - 1}
              rules={mayReadRules ? byTitle : undefined}
              switchedOff={offIds}
              rates={rates}
              onEdit={mayEdit ? () => dialog.open({ pipeline, stage, isNew: false }) : undefined}
              onDelete={mayEdit ? () => remove(stage.stage) : undefined}
            />
          </li>
        ))}
      </ol>
      {add}
      <StageDialog {...dialog} />
    </div>
  )
}

function stageMetrics(
  pipelineId: string,
  stages: readonly Stage[],
  rules: ReadonlyMap<string | null, RuleSource>,
): readonly string[] {
  return stages.flatMap(({ stage, rules: names }) => [
    stageExecuted(pipelineId, stage),
    ...names.flatMap((name) => {
      const id = rules.get(name)?.id ?? undefined
      if (id === undefined) return []
      return (['executed', 'failed'] as const).map((metric) => stageRuleMetric(id, pipelineId, stage, metric))
    }),
  ])
}
