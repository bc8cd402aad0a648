import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { nodeName } from '../../../cluster/cluster-queries.ts'
import { ChoiceDialog } from '../../../ui/choice-dialog.tsx'
import { useShutDown } from './node-actions.ts'

/** The text to type to confirm. */
const WORD = 'SHUTDOWN'

/** The user has to type a word, because a stopped node cannot be started from here. */
export function ShutdownDialog({ node, onClose }: { readonly node: NodeSummary; readonly onClose: () => void }) {
  const t = useText()
  const rich = useRichText()
  const shutDown = useShutDown()
  const [typed, setTyped] = useState('')
  return (
    <ChoiceDialog
      title={t('nodes.shutdown')}
      confirmLabel={t('nodes.shutdown')}
      confirm={{ color: 'red', disabled: typed !== WORD, loading: shutDown.isPending }}
      onConfirm={() => typed === WORD && shutDown.mutate(node, { onSettled: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{rich('nodes.shutdown.text', { node: <b translate="no">{nodeName(node)}</b> })}</Text>
      <TextInput
        data-autofocus
        label={t('nodes.shutdown.type', { word: WORD })}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ChoiceDialog>
  )
}
