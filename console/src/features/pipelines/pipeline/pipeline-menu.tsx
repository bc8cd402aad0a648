import { deletePipeline, type PipelineSource, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { Button, Group } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { RowActionsMenu } from '../../../ui/menu/row-actions-menu.tsx'
import { useRemovePipeline } from '../overview/use-remove-pipeline.tsx'
import { DetailsDialog } from './details-dialog.tsx'

/** What one can do with the pipeline as a whole. */
export function PipelineMenu({ pipeline }: { pipeline: PipelineSource }) {
  const t = useText()
  const may = useMay()
  const go = useGo()
  const dialog = useFormDialog<PipelineSource>()
  const remove = useRemovePipeline()
  const mayDelete = may(deletePipeline, { id: pipeline.id })
  return (
    <Group gap="xs">
      {may(updatePipeline, { id: pipeline.id }) && (
        <Button variant="default" leftSection={<IconEdit size={15} />} onClick={() => dialog.open(pipeline)}>
          {t('pipelines.details.edit')}
        </Button>
      )}
      {mayDelete && (
        <RowActionsMenu
          name={pipeline.title ?? ''}
          actions={[
            {
              label: t('pipelines.delete'),
              icon: <IconTrash size={15} />,
              isDangerous: true,
              onClick: async () => {
                if (await remove(pipeline)) go(routes.pipelines.list(), { isSaved: true })
              },
            },
          ]}
        />
      )}
      <DetailsDialog {...dialog} />
    </Group>
  )
}
