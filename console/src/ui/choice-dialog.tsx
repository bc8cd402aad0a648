import { Button, type ButtonProps, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useText } from '../base/text/text.tsx'

interface ChoiceDialogProps {
  /** Absent: the dialog is open as long as it is rendered. */
  readonly isOpen?: boolean
  readonly title: string
  readonly size?: 'lg' | 'xl'
  /** The text of the button that applies the choice. */
  readonly confirmLabel: string
  readonly confirm?: Pick<ButtonProps, 'color' | 'disabled' | 'loading' | 'rightSection'>
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a choice, Cancel, and a button that applies the choice. Stored values are edited in a `FormDialog`. */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const { isOpen = true, title, size = 'md', confirmLabel, confirm, onConfirm, onClose, children } = props
  const t = useText()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // The dialog may be above the form of its page.
    event.stopPropagation()
    onConfirm()
  }
  return (
    <Modal opened={isOpen} onClose={onClose} size={size} title={title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" {...confirm}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
