import {
  type AvailableOutput,
  deleteOutput,
  type OutputDelivery,
  type OutputSummary,
  removeStreamOutput,
  updateOutput,
} from '@logyard/contract/outputs/outputs'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconEdit, IconTrash, IconUnlink } from '@tabler/icons-react'
import { useMay } from '../../base/session/current-user.tsx'
import { useRichText, useText } from '../../base/text/text.tsx'
import type { LiveMetrics } from '../../cluster/live-metrics.ts'
import { ConfigurationList } from '../../ui/configured-form/configuration-list.tsx'
import { ConfiguredCard } from '../../ui/configured-form/configured-card.tsx'
import { allowed } from '../../ui/menu/ready-actions.tsx'
import { RowActionsMenu } from '../../ui/menu/row-actions-menu.tsx'
import { useHistoryAction } from '../../ui/menu/use-history-action.tsx'
import { useDeleteOutput, useRemoveOutput } from './output-actions.ts'
import type { OutputSubject } from './output-dialog.tsx'
import { OutputTraffic } from './output-traffic.tsx'
import classes from './outputs.module.css'

interface OutputItemProps {
  readonly output: OutputSummary
  /** Descriptions by output type; absent if the user may not read output types. */
  readonly types: Readonly<Record<string, AvailableOutput>> | undefined
  readonly streamId: string | undefined
  readonly metrics: LiveMetrics | undefined
  /** Absent until it is loaded, or if the user may not read it. */
  readonly delivery: OutputDelivery | undefined
  readonly onEdit: (subject: OutputSubject) => void
}

/** One output: type, configuration, traffic and actions. */
export function OutputItem({ output, types, streamId, metrics, delivery, onEdit }: OutputItemProps) {
  const t = useText()
  const rich = useRichText()
  const type = types?.[output.type]
  return (
    <ConfiguredCard
      title={output.title}
      headingOrder={2}
      typeName={type?.human_name ?? output.type}
      contentPack={output.content_pack === null ? undefined : t('outputs.contentPack')}
      facts={
        <Text size="sm" c="dimmed">
          {rich('outputs.id', { id: <code translate="no">{output.id}</code> })}
        </Text>
      }
      controls={<Controls output={output} type={type} streamId={streamId} onEdit={onEdit} />}
    >
      {types !== undefined && type === undefined && (
        <Alert mt="sm" color="red" icon={<IconAlertTriangle />}>
          {rich('outputs.unknownType', { type: <code translate="no">{output.type}</code> })}
        </Alert>
      )}
      <div className={classes['columns']}>
        <ConfigurationList values={output.configuration} request={type?.requested_configuration} />
        <OutputTraffic outputId={output.id} metrics={metrics} delivery={delivery} />
      </div>
    </ConfiguredCard>
  )
}

interface ControlsProps extends Pick<OutputItemProps, 'output' | 'streamId' | 'onEdit'> {
  readonly type: AvailableOutput | undefined
}

function Controls({ output, type, streamId, onEdit }: ControlsProps) {
  const t = useText()
  const rich = useRichText()
  const may = useMay()
  const questionOf = (kind: 'deleteFromStream' | 'deleteGlobally') => () => (
    <Stack gap="xs">
      <Text size="sm">{t(`outputs.${kind}.text`)}</Text>
      <Text size="sm">
        {rich(`outputs.${kind}.what`, {
          title: (
            <Text span inherit fw={600} translate="no">
              {output.title}
            </Text>
          ),
        })}
      </Text>
    </Stack>
  )
  const terminate = useDeleteOutput(questionOf('deleteGlobally'))
  const remove = useRemoveOutput(streamId ?? '', questionOf('deleteFromStream'))
  const { id, title } = output
  const history = useHistoryAction()(id, title)
  const mayRemove = streamId !== undefined && may(removeStreamOutput, { id: streamId, outputId: id })
  return (
    <Group gap="xs">
      {may(updateOutput, { id }) && type !== undefined && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconEdit size={14} />}
          onClick={() => onEdit({ type, output })}
        >
          {t('outputs.edit')}
        </Button>
      )}
      {mayRemove && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUnlink size={14} />}
          loading={remove.isPending}
          onClick={() => void remove(output)}
        >
          {t('outputs.deleteFromStream')}
        </Button>
      )}
      {may(deleteOutput) && (
        <Button
          size="xs"
          variant="light"
          color="red"
          leftSection={<IconTrash size={14} />}
          loading={terminate.isPending}
          onClick={() => void terminate(output)}
        >
          {t('outputs.deleteGlobally')}
        </Button>
      )}
      <RowActionsMenu name={title} actions={allowed(history)} />
    </Group>
  )
}
