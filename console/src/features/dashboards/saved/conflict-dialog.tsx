import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'

interface ConflictDialogProps {
  readonly onReload: () => void
  readonly onOverwrite: () => void
  readonly onClose: () => void
}

/** Shown when somebody else saved the dashboard after it was opened here. */
export function ConflictDialog({ onReload, onOverwrite, onClose }: ConflictDialogProps) {
  const t = useText()
  return (
    <Modal opened onClose={onClose} title={t('dashboards.conflict.title')}>
      <Stack gap="md">
        <Text size="sm">{t('dashboards.conflict.text')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('dashboards.conflict.later')}
          </Button>
          <Button variant="default" onClick={onReload}>
            {t('dashboards.conflict.reload')}
          </Button>
          <Button color="red" onClick={onOverwrite}>
            {t('dashboards.conflict.overwrite')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
