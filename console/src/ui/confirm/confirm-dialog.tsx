import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { CONFIRM_LAYER } from '../../base/theme/layers.ts'
import type { Question } from './question.ts'

interface ConfirmDialogProps {
  readonly question: Question
  readonly isOpen: boolean
  readonly onClose: (confirmed: boolean) => void
}

export function ConfirmDialog({ question, isOpen, onClose }: ConfirmDialogProps) {
  const t = useText()
  return (
    <Modal opened={isOpen} onClose={() => onClose(false)} title={question.title} zIndex={CONFIRM_LAYER}>
      <Stack gap="lg">
        <Text component="div" size="sm">
          {question.text}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => onClose(false)}>
            {question.cancelLabel ?? t(question.confirmLabel === undefined ? 'ui.close' : 'ui.cancel')}
          </Button>
          {question.confirmLabel !== undefined && (
            <Button data-autofocus color={question.isDangerous ? 'red' : 'spruce'} onClick={() => onClose(true)}>
              {question.confirmLabel}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
