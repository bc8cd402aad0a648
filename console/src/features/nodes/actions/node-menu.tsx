import { getThreadDumpOfNode, type NodeSummary, type SystemOverview } from '@logyard/contract/cluster/cluster'
import { overrideLoadBalancerStatusOfNode, shutDownNode } from '@logyard/contract/cluster/lifecycle'
import { seesLoggers } from '@logyard/contract/identity/rights'
import { getInput } from '@logyard/contract/ingest/inputs'
import { getProcessBufferDumpOfNode, pauseProcessingOfNode } from '@logyard/contract/processing/processing'
import { Text, TextInput } from '@mantine/core'
import {
  IconArrowsSplit2,
  IconBug,
  IconChartLine,
  IconFileText,
  IconInbox,
  IconPlayerPause,
  IconPlayerPlay,
  IconPower,
  IconStack2,
} from '@tabler/icons-react'
import { useState } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useNodeName } from '../../../cluster/use-node-name.ts'
import { ChoiceDialog } from '../../../ui/choice-dialog.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { RowActionsMenu } from '../../../ui/menu/row-actions-menu.tsx'
import { useOverrideStatus, useSetProcessing, useShutDown } from './node-actions.ts'

const SIZE = 15

interface NodeMenuProps {
  readonly node: NodeSummary
  /** A node that does not respond has no actions. */
  readonly overview: SystemOverview | null | undefined
}

/** The actions on a node, and links to its detail pages. */
export function NodeMenu({ node, overview }: NodeMenuProps) {
  const [isShuttingDown, setIsShuttingDown] = useState(false)
  const changes = useChanges(node, () => setIsShuttingDown(true))
  const pause = useSetProcessing('pause')
  const resume = useSetProcessing('resume')
  const pages = usePages(node.node_id)
  const may = useMay()
  const nameOf = useNodeName()
  const t = useText()
  const processing: readonly RowAction[] =
    overview && may(pauseProcessingOfNode, { nodeId: node.node_id })
      ? [
          overview.is_processing
            ? { label: t('nodes.pause.title'), icon: <IconPlayerPause size={SIZE} />, onClick: () => pause(node) }
            : { label: t('nodes.resume.title'), icon: <IconPlayerPlay size={SIZE} />, onClick: () => resume(node) },
        ]
      : []
  return (
    <>
      <RowActionsMenu name={nameOf(node)} actions={[...pages, ...processing, ...(overview ? changes : [])]} />
      {isShuttingDown && <ShutdownDialog node={node} onClose={() => setIsShuttingDown(false)} />}
    </>
  )
}

function useChanges(node: NodeSummary, onShutDown: () => void): readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const override = { ALIVE: useOverrideStatus('ALIVE'), DEAD: useOverrideStatus('DEAD') }
  const overrides = (['ALIVE', 'DEAD'] as const).map((status) => ({
    label: t('nodes.override.title', { override: status }),
    icon: <IconArrowsSplit2 size={SIZE} />,
    onClick: () => override[status](node),
  }))
  const shutdown = {
    label: t('nodes.shutdown'),
    icon: <IconPower size={SIZE} />,
    isDangerous: true,
    onClick: onShutDown,
  }
  return [
    ...(may(overrideLoadBalancerStatusOfNode) ? overrides : []),
    ...(may(shutDownNode, { nodeId: node.node_id }) ? [shutdown] : []),
  ]
}

function usePages(nodeId: string): readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const inputs = { label: t('nodes.inputs'), icon: <IconInbox size={SIZE} />, to: routes.inputs.ofNode(nodeId) }
  const threads = { label: t('nodes.threadDump'), icon: <IconBug size={SIZE} />, to: routes.threadDump(nodeId) }
  const buffers = {
    label: t('nodes.processBufferDump'),
    icon: <IconStack2 size={SIZE} />,
    to: routes.processBufferDump(nodeId),
  }
  const logging = { label: t('nodes.logging'), icon: <IconFileText size={SIZE} />, to: routes.logging() }
  return [
    { label: t('nodes.metrics'), icon: <IconChartLine size={SIZE} />, to: routes.metrics(nodeId) },
    ...(may(getInput) ? [inputs] : []),
    ...(may(getThreadDumpOfNode, { nodeId }) ? [threads] : []),
    ...(may(getProcessBufferDumpOfNode, { nodeId }) ? [buffers] : []),
    ...(may(seesLoggers) ? [logging] : []),
  ]
}

/** The text to type to confirm. */
const WORD = 'SHUTDOWN'

/** The user has to type a word, because a stopped node cannot be started from here. */
function ShutdownDialog({ node, onClose }: { readonly node: NodeSummary; readonly onClose: () => void }) {
  const t = useText()
  const rich = useRichText()
  const shutDown = useShutDown()
  const nameOf = useNodeName()
  const [typed, setTyped] = useState('')
  return (
    <ChoiceDialog
      title={t('nodes.shutdown')}
      confirmLabel={t('nodes.shutdown')}
      confirm={{ color: 'red', disabled: typed !== WORD, loading: shutDown.isPending }}
      onConfirm={() => typed === WORD && shutDown.mutate(node, { onSettled: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{rich('nodes.shutdown.text', { node: <b translate="no">{nameOf(node)}</b> })}</Text>
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
