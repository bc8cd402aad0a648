import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { nodeName } from '../../../cluster/cluster-queries.ts'
import { useShutDown } from './node-actions.ts'

/** The text to type to confirm. */
const WORD = 'SHUTDOWN'

interface ShutdownDialogProps {
  readonly node: NodeSummary
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The user has to type a word, because a stopped node cannot be started from here. */
export function ShutdownDialog({ node, isOpen, onClose }: ShutdownDialogProps) {
  const t = useText()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('nodes.shutdown')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <ShutdownForm node={node} onClose={onClose} />
    </Modal>
  )
}

function ShutdownForm({ node, onClose }: Omit<ShutdownDialogProps, 'isOpen'>) {
  const t = useText()
  const rich = useRichText()
  const shutDown = useShutDown()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === WORD) shutDown.mutate(node, { onSettled: onClose })
  }
  return (
    <form onSubmit={submit} aria-label={t('nodes.shutdown')}>
      <Stack gap="md">
        <Text size="sm">{rich('nodes.shutdown.text', { node: <b translate="no">{nodeName(node)}</b> })}</Text>
        <TextInput
          data-autofocus
          label={t('nodes.shutdown.type', { word: WORD })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={typed !== WORD} loading={shutDown.isPending}>
            {t('nodes.shutdown')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
