import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { NodeLink } from '../../cluster/node-link.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { countStates, type StateOnNode, toneOf } from './input-state.ts'

interface InputStateLabelProps {
  readonly input: InputSummary
  readonly states: readonly StateOnNode[]
  readonly nodeCount: number
  /** The only node that it runs on does not respond. */
  readonly isNodeGone?: boolean
}

/** `Running`, or with several nodes `2 running, 1 failed`. */
export function InputStateLabel({ input, states, nodeCount, isNodeGone = false }: InputStateLabelProps) {
  const t = useText()
  const [first] = states
  const counted = () =>
    countStates(states)
      .map(({ state, count }) => t('inputs.state.count', { count, state: t(`inputs.state.${state}`) }))
      .join(', ')
  const text = () => {
    if (first === undefined) return t(isNodeGone ? 'inputs.state.nodeGone' : 'inputs.state.notRunning')
    return nodeCount > 1 && input.global ? counted() : t(`inputs.state.${first.state}`)
  }
  return (
    <>
      <StatusDot tone={isNodeGone ? 'bad' : toneOf(input, states, nodeCount)}>{text()}</StatusDot>
      {(nodeCount > 1 || isNodeGone) && !input.global && input.node !== null && (
        <Text size="xs" component="div">
          <NodeLink nodeId={input.node} />
        </Text>
      )}
    </>
  )
}
