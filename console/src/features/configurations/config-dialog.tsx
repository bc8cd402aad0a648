import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useText } from '../../base/text/text.tsx'
import { SaveButton } from '../../ui/form/save-button.tsx'

interface ConfigDialogProps {
  readonly title: string
  readonly saveLabel: string
  readonly isSaving: boolean
  /** Something is invalid. */
  readonly isDisabled?: boolean
  readonly onSave: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that edits one document; closing without saving changes nothing. */
export function ConfigDialog(props: ConfigDialogProps) {
  const { title, saveLabel, isSaving, isDisabled = false, onSave, onClose, children } = props
  const t = useText()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isDisabled) onSave()
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
            <SaveButton label={saveLabel} isSaving={isSaving} isDisabled={isDisabled} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
