import type { InputSummary, InputTypeInfo } from '@logyard/contract/inputs'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useRichText, useText } from '../../app/text/text.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { InputForm } from './input-form.tsx'

export interface InputSubject {
  readonly type: InputTypeInfo
  /** Absent: a new one. */
  readonly input?: InputSummary
}

/** `const dialog = useInputDialog()`, then `dialog.open({ type })` and `<InputDialog {...dialog} />`. */
export function useInputDialog() {
  const [subject, setSubject] = useState<InputSubject>()
  const [isOpen, setIsOpen] = useState(false)
  return {
    subject,
    isOpen,
    open: (next: InputSubject) => {
      setSubject(next)
      setIsOpen(true)
    },
    close: () => setIsOpen(false),
  }
}

type InputDialogProps = Omit<ReturnType<typeof useInputDialog>, 'open'>

/** The form of a new or an old input. What was typed goes only after a question. */
export function InputDialog({ subject, isOpen, close }: InputDialogProps) {
  const t = useText()
  const rich = useRichText()
  const confirm = useConfirm()
  const [isDirty, setIsDirty] = useState(false)
  if (subject === undefined) return null
  const { type, input } = subject

  async function leave() {
    const leaves =
      !isDirty ||
      (await confirm({
        title: t('ui.form.leave.title'),
        text: t('inputs.form.leave'),
        confirmLabel: t('ui.form.leave.confirm'),
        cancelLabel: t('inputs.form.stay'),
        isDangerous: true,
      }))
    if (leaves) close()
  }

  return (
    <Modal
      opened={isOpen}
      onClose={() => void leave()}
      closeOnClickOutside={!isDirty}
      size="lg"
      title={
        input === undefined
          ? rich('inputs.form.launch', { name: <span translate="no">{type.name}</span> })
          : rich('inputs.form.edit', { title: <span translate="no">{input.title}</span> })
      }
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <InputForm
        type={type}
        input={input}
        onDirty={setIsDirty}
        onSaved={() => {
          setIsDirty(false)
          close()
        }}
        onCancel={() => void leave()}
      />
    </Modal>
  )
}
