import { Button, Group, Modal, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { AdministeredRow } from './administration-query.ts'

interface Asked {
  readonly rows: readonly AdministeredRow[]
  readonly answer: (isDone: boolean) => void
}

/** The rows that a dialog is about, from the bulk action that opened it until it is answered. */
export function useBulkDialog() {
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setIsOpen] = useState(false)
  return {
    isOpen,
    rows: asked?.rows ?? NO_ROWS,
    ask(rows: readonly AdministeredRow[]): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      setAsked({ rows, answer: resolve })
      setIsOpen(true)
      return promise
    },
    close(isDone: boolean) {
      asked?.answer(isDone)
      setIsOpen(false)
    },
  }
}

const NO_ROWS: readonly AdministeredRow[] = []

export type BulkDialogState = ReturnType<typeof useBulkDialog>

interface BulkDialogProps {
  readonly dialog: BulkDialogState
  readonly title: string
  readonly children: ReactNode
}

export function BulkDialog({ dialog, title, children }: BulkDialogProps) {
  const t = useText()
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={() => dialog.close(false)}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {dialog.isOpen && <Stack gap="md">{children}</Stack>}
    </Modal>
  )
}

interface BulkButtonsProps {
  readonly dialog: BulkDialogState
  readonly confirmLabel: string
  readonly isBusy: boolean
  readonly isDisabled?: boolean
  readonly onConfirm: () => void
}

export function BulkButtons({ dialog, confirmLabel, isBusy, isDisabled = false, onConfirm }: BulkButtonsProps) {
  const t = useText()
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={() => dialog.close(false)}>
        {t('ui.cancel')}
      </Button>
      <Button loading={isBusy} disabled={isDisabled} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </Group>
  )
}
