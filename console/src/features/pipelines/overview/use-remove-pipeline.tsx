import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { useDeletePipeline } from '../pipeline-actions.ts'

/** Asks, then deletes. Resolves to true when the pipeline is deleted. */
export function useRemovePipeline() {
  const t = useText()
  const rich = useRichText()
  const confirm = useConfirm()
  const remove = useDeletePipeline()
  return async (pipeline: PipelineSource): Promise<boolean> => {
    const isSure = await confirm({
      title: t('pipelines.delete.title'),
      text: rich('pipelines.delete.text', { title: <strong translate="no">{pipeline.title}</strong> }),
      confirmLabel: t('pipelines.delete.confirm'),
      isDangerous: true,
    })
    if (!isSure) return false
    return remove.mutateAsync(pipeline).then(
      () => true,
      () => false,
    )
  }
}
