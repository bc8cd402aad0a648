import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { NodeLink } from '../../cluster/node-link.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { countStates, type StateOnNode, toneOf } from './input-state.ts'
import classes from './inputs.module.css'

interface InputStateBadgeProps {
  readonly input: InputSummary
  readonly states: readonly StateOnNode[]
  readonly nodeCount: number
}

/** The state over all nodes as a dot and a label; expands to the state on each node. */
export function InputStateBadge({ input, states, nodeCount }: InputStateBadgeProps) {
  const t = useText()
  return (
    <Popover position="bottom-start" shadow="md" withArrow trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes['badge'] ?? ''}>
          <StatusDot tone={toneOf(input, states, nodeCount)}>{useStateText(input, states)}</StatusDot>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" maw={420}>
          <Text size="sm" fw={600}>
            {t('inputs.states', { title: input.title })}
          </Text>
          {states.length === 0 && <Text size="sm">{t('inputs.states.none')}</Text>}
          {states.map(({ nodeId, state, reason }) => (
            <div key={nodeId}>
              <Text component="div" size="sm">
                <NodeLink nodeId={nodeId} />: {t(`inputs.state.${state}`)}
              </Text>
              {reason !== null && (
                <Text size="xs" c="dimmed" translate="no">
                  {reason}
                </Text>
              )}
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function useStateText({ global, node }: InputSummary, states: readonly StateOnNode[]): string {
  const t = useText()
  const [first] = states
  if (first === undefined) return t(global || node === null ? 'inputs.state.noneRunning' : 'inputs.state.notRunning')
  if (!global) return t(`inputs.state.${first.state}`)
  return countStates(states)
    .map(({ state, count }) => t('inputs.state.count', { count, state: t(`inputs.state.${state}`) }))
    .join(', ')
}
