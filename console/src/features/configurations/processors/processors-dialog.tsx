import {
  type MessageProcessorsConfig,
  PROCESSORS_CONFIG_KEY,
  updateMessageProcessors,
} from '@logyard/contract/processing/message-processors'
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { SortableList } from '../../../ui/sortable-list/sortable-list.tsx'
import { hasActiveProcessor, switchProcessor } from './processor-order.ts'
import { PROCESSORS_QUERY_KEY } from './processors-query.ts'

interface ProcessorsDialogProps {
  readonly config: MessageProcessorsConfig
  readonly onClose: () => void
}

/** Orders processors by drag and drop or with the arrow keys, and switches them off. */
export function ProcessorsDialog({ config, onClose }: ProcessorsDialogProps) {
  const t = useText()
  const [edited, setEdited] = useState(config)
  const save = useSaveProcessors()
  const isValid = hasActiveProcessor(edited)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isValid) save.mutate(edited, { onSuccess: onClose })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('configurations.processors.edit')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('configurations.processors.edit.help')}
          </Text>
          <SortableList
            label={t('configurations.processors')}
            items={edited.processor_order}
            nameOf={({ name }) => name}
            isFixedSet
            controlOf={({ name, class_name: className }) => (
              <Checkbox
                size="xs"
                pe="xs"
                aria-label={t('configurations.processors.enabled', { name })}
                checked={!edited.disabled_processors.includes(className)}
                onChange={({ currentTarget }) => setEdited(switchProcessor(edited, className, currentTarget.checked))}
              />
            )}
            onChange={(order) => setEdited({ ...edited, processor_order: order })}
          />
          {!isValid && (
            <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle />}>
              {t('configurations.processors.none')}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <SaveButton label={t('configurations.processors.save')} isSaving={save.isPending} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useSaveProcessors() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: MessageProcessorsConfig) => call(updateMessageProcessors, { body }),
    succeeded: () => t('configurations.saved'),
    failed: (_, status) => ({
      title: t('configurations.failed.title', { key: PROCESSORS_CONFIG_KEY }),
      text: t('configurations.failed', { status }),
    }),
    changes: [PROCESSORS_QUERY_KEY],
  })
}
