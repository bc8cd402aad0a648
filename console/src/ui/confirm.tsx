import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { useText } from '../app/text/text.tsx'

export interface Question {
  readonly title: string
  /** What will be destroyed or changed, and how much of it. */
  readonly text: ReactNode
  /** Says what happens: `Delete user`, not `OK`. */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly isDangerous?: boolean
}
interface Asked {
  readonly question: Question
  readonly answer: (confirmed: boolean) => void
}

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))

/** `const confirm = useConfirm()`, then `if (await confirm({ ... })) remove()`. */
export const useConfirm = () => use(ConfirmContext)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setIsOpen] = useState(false)
  const ask = useCallback((question: Question) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setAsked({ question, answer: resolve })
    setIsOpen(true)
    return promise
  }, [])
  const close = (confirmed: boolean) => {
    asked?.answer(confirmed)
    setIsOpen(false)
  }
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked !== undefined && <ConfirmDialog question={asked.question} isOpen={isOpen} onClose={close} />}
    </ConfirmContext>
  )
}

function ConfirmDialog(props: { question: Question; isOpen: boolean; onClose: (confirmed: boolean) => void }) {
  const { question, isOpen, onClose } = props
  const t = useText()
  return (
    <Modal
      opened={isOpen}
      onClose={() => onClose(false)}
      title={question.title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="lg">
        <Text component="div" size="sm">
          {question.text}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => onClose(false)}>
            {question.cancelLabel ?? t('ui.cancel')}
          </Button>
          <Button data-autofocus color={question.isDangerous ? 'red' : 'spruce'} onClick={() => onClose(true)}>
            {question.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
