import type { AvailableOutput, OutputSummary } from '@logyard/contract/outputs'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useRichText, useText } from '../../app/text/text.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { OutputForm } from './output-form.tsx'

export interface OutputSubject {
  readonly type: AvailableOutput
  /** Absent: a new one. */
  readonly output?: OutputSummary
}

/** `const dialog = useOutputDialog()`, then `dialog.open({ type })` and `<OutputDialog {...dialog} />`. */
export function useOutputDialog() {
  const [subject, setSubject] = useState<OutputSubject>()
  const [isOpen, setIsOpen] = useState(false)
  return {
    subject,
    isOpen,
    open: (next: OutputSubject) => {
      setSubject(next)
      setIsOpen(true)
    },
    close: () => setIsOpen(false),
  }
}

interface OutputDialogProps extends Omit<ReturnType<typeof useOutputDialog>, 'open'> {
  readonly streamId?: string | undefined
}

/** The form of a new or an old output. What was typed goes only after a question. */
export function OutputDialog({ subject, isOpen, close, streamId }: OutputDialogProps) {
  const t = useText()
  const rich = useRichText()
  const confirm = useConfirm()
  const [isDirty, setIsDirty] = useState(false)
  if (subject === undefined) return null
  const { type, output } = subject

  async function leave() {
    const leaves =
      !isDirty ||
      (await confirm({
        title: t('ui.form.leave.title'),
        text: t('outputs.form.leave'),
        confirmLabel: t('ui.form.leave.confirm'),
        cancelLabel: t('outputs.form.stay'),
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
        output === undefined
          ? t('outputs.form.create')
          : rich('outputs.form.edit', { title: <span translate="no">{output.title}</span> })
      }
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <OutputForm
        type={type}
        output={output}
        streamId={streamId}
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
