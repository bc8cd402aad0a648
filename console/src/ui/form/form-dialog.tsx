/** A form in a dialog, which asks before it discards input. */
import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useConfirm } from '../confirm/confirm.tsx'

/** The subject of a dialog, which it keeps while it fades out. */
export function useFormDialog<Subject>() {
  const [subject, setSubject] = useState<Subject>()
  const [isOpen, setIsOpen] = useState(false)
  return {
    subject,
    isOpen,
    open: (next: Subject) => {
      setSubject(next)
      setIsOpen(true)
    },
    close: () => setIsOpen(false),
  }
}

/** What the form reports to its dialog. */
export interface DialogForm {
  readonly onDirty: (isDirty: boolean) => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

interface FormDialogProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly title: ReactNode
  /** What would be lost. */
  readonly leaveText: string
  readonly size?: 'lg' | 'xl'
  readonly children: (form: DialogForm) => ReactNode
}

export function FormDialog({ isOpen, close, title, leaveText, size = 'lg', children }: FormDialogProps) {
  const t = useText()
  const confirm = useConfirm()
  const [isDirty, setIsDirty] = useState(false)

  async function leave() {
    const leaves =
      !isDirty ||
      (await confirm({
        title: t('ui.form.leave.title'),
        text: leaveText,
        confirmLabel: t('ui.form.leave.confirm'),
        cancelLabel: t('ui.form.leave.keepEditing'),
        isDangerous: true,
      }))
    if (leaves) close()
  }

  return (
    <Modal
      opened={isOpen}
      onClose={() => void leave()}
      closeOnClickOutside={!isDirty}
      size={size}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {children({
        onDirty: setIsDirty,
        onSaved() {
          setIsDirty(false)
          close()
        },
        onCancel: () => void leave(),
      })}
    </Modal>
  )
}
