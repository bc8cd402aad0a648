import { deletePipeline, type PipelineSource, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useRemovePipeline } from './use-remove-pipeline.tsx'

export function usePipelineRowActions() {
  const t = useText()
  const may = useMay()
  const remove = useRemovePipeline()
  return (pipeline: PipelineSource): readonly RowAction[] => {
    const edit: RowAction = {
      label: t('pipelines.edit'),
      icon: <IconEdit size={15} />,
      to: routes.pipelines.show(pipeline.id ?? ''),
      isQuick: true,
    }
    const removed: RowAction = {
      label: t('pipelines.delete'),
      icon: <IconTrash size={15} />,
      isDangerous: true,
      onClick: () => remove(pipeline),
    }
    return [
      ...(may(updatePipeline, { id: pipeline.id }) ? [edit] : []),
      ...(may(deletePipeline, { id: pipeline.id }) ? [removed] : []),
    ]
  }
}
