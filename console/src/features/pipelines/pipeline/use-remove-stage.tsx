import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { pipelineSource } from '../model/pipeline-source.ts'
import { stagesOf } from '../model/stages-of.ts'
import { useUpdatePipeline } from '../pipeline-actions.ts'

/** Asks, then takes a stage out of the pipeline. Its rules stay. */
export function useRemoveStage(pipeline: PipelineSource) {
  const t = useText()
  const confirm = useConfirm()
  const update = useUpdatePipeline(pipeline.id ?? '')
  return async (number: number): Promise<void> => {
    const isSure = await confirm({
      title: t('pipelines.stage.delete.title', { number }),
      text: t('pipelines.stage.delete.text', { number }),
      confirmLabel: t('pipelines.stage.delete'),
      isDangerous: true,
    })
    if (!isSure) return
    const left = stagesOf(pipeline).filter(({ stage }) => stage !== number)
    update.mutate({ description: pipeline.description ?? '', source: pipelineSource(pipeline.title ?? '', left) })
  }
}
