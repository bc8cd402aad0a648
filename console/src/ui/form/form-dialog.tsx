/** A form in a dialog, which asks before it discards input. */
import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useConfirm } from '../confirm/confirm.tsx'
import { type FormHost, FormHostContext } from './form-host.ts'

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

export interface FormDialogProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly title: ReactNode
  /** A name given by users; shown after the title and never translated. */
  readonly subject?: string | undefined
  /** The question before input is discarded; absent: it speaks of changes. */
  readonly leaveText?: string
  readonly size?: 'lg' | 'xl'
  /** The form, which finds the dialog by `useFormHost`. */
  readonly children: ReactNode
}

export function FormDialog({ isOpen, close, title, subject, leaveText, size = 'lg', children }: FormDialogProps) {
  const t = useText()
  const confirm = useConfirm()
  const [isDirty, setIsDirty] = useState(false)
  const openings = useOpenings(isOpen)

  async function leave() {
    const leaves =
      !isDirty ||
      (await confirm({
        title: t('ui.form.leave.title'),
        text: leaveText ?? t('ui.form.leave.text'),
        confirmLabel: t('ui.form.leave.confirm'),
        cancelLabel: t('ui.form.leave.keepEditing'),
        isDangerous: true,
      }))
    if (leaves) close()
  }

  const host: FormHost = {
    onDirty: setIsDirty,
    onSaved() {
      setIsDirty(false)
      close()
    },
    onCancel: () => void leave(),
  }
  const heading = (
    <>
      {title} <span translate="no">{subject}</span>
    </>
  )
  return (
    <Modal
      opened={isOpen}
      onClose={() => void leave()}
      closeOnClickOutside={!isDirty}
      size={size}
      title={subject === undefined ? title : heading}
    >
      <FormHostContext key={openings} value={host}>
        {children}
      </FormHostContext>
    </Modal>
  )
}

/** A dialog that is opened again while it fades out gets a new form: the old one has the old draft. */
function useOpenings(isOpen: boolean): number {
  const [last, setLast] = useState({ isOpen, openings: 0 })
  if (last.isOpen !== isOpen) setLast({ isOpen, openings: last.openings + (isOpen ? 1 : 0) })
  return last.openings
}
