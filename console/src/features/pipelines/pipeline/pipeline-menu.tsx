import { deletePipeline, type PipelineSource, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { Button, Group } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FormDialog, useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { allowed, deleteAction } from '../../../ui/menu/ready-actions.tsx'
import { RowActionsMenu } from '../../../ui/menu/row-actions-menu.tsx'
import { useHistoryAction } from '../../../ui/menu/use-history-action.tsx'
import { pipelineSource, stagesOf } from '../model/pipeline-source.ts'
import { useDeletePipeline, useUpdatePipeline } from '../pipeline-actions.tsx'
import { PipelineForm } from '../pipeline-form.tsx'

/** What one can do with the pipeline as a whole. */
export function PipelineMenu({ pipeline }: { pipeline: PipelineSource }) {
  const t = useText()
  const may = useMay()
  const go = useGo()
  const { subject, open, ...dialog } = useFormDialog<PipelineSource>()
  const historyOf = useHistoryAction()
  const remove = useDeletePipeline()
  const removed = deleteAction(t('pipelines.delete'), async () => {
    if (await remove(pipeline)) go(routes.pipelines.list(), { isSaved: true })
  })
  return (
    <Group gap="xs">
      {may(updatePipeline, { id: pipeline.id }) && (
        <Button variant="default" leftSection={<IconEdit size={15} />} onClick={() => open(pipeline)}>
          {t('pipelines.details.edit')}
        </Button>
      )}
      <RowActionsMenu
        name={pipeline.title ?? ''}
        actions={allowed(
          historyOf(pipeline.id ?? '', pipeline.title ?? ''),
          may(deletePipeline, { id: pipeline.id }) && removed,
        )}
      />
      <FormDialog {...dialog} title={t('pipelines.details.edit')}>
        {subject && <DetailsForm pipeline={subject} />}
      </FormDialog>
    </Group>
  )
}

/** Edits the title and the description. A new title is also written into the source. */
function DetailsForm({ pipeline }: { pipeline: PipelineSource }) {
  const update = useUpdatePipeline(pipeline)
  return (
    <PipelineForm
      pipeline={pipeline}
      save={(title, description) => {
        const source = title === pipeline.title ? pipeline.source : pipelineSource(title, stagesOf(pipeline))
        return update.mutateAsync({ description, source })
      }}
    />
  )
}
