import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { useText } from '../../../base/text/text.tsx'
import { nodeName } from '../../../cluster/cluster-queries.ts'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { useSetProcessing } from './node-actions.ts'

/** Pauses or resumes a node's message processing after confirmation. */
export function useToggleProcessing(node: NodeSummary): (command: 'pause' | 'resume') => Promise<void> {
  const t = useText()
  const confirm = useConfirm()
  const pause = useSetProcessing('pause')
  const resume = useSetProcessing('resume')
  return async (command) => {
    const confirmed = await confirm({
      title: t(`nodes.${command}`),
      text: t(`nodes.${command}.text`, { node: nodeName(node) }),
      confirmLabel: t(`nodes.${command}`),
    })
    if (confirmed) (command === 'pause' ? pause : resume).mutate(node)
  }
}
