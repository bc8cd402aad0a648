import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useText } from '../../base/text/text.tsx'
import { SaveButton } from '../../ui/form/save-button.tsx'

interface ConfigDialogProps {
  readonly title: string
  readonly saveLabel: string
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that edits one document; closing without saving changes nothing. */
export function ConfigDialog({ title, saveLabel, isSaving, onSave, onClose, children }: ConfigDialogProps) {
  const t = useText()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <SaveButton label={saveLabel} isSaving={isSaving} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
