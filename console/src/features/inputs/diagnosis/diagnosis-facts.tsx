import type { NodeDiagnosis } from '@logyard/contract/ingest/input-diagnosis'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { NodeLink } from '../../../cluster/node-link.tsx'
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import { addressOf } from '../input-address.ts'
import { InputStateLabel } from '../input-state-label.tsx'

/** State and traffic of the input, on each node. */
export function DiagnosisFacts({ input, nodes }: { input: InputSummary; nodes: readonly NodeDiagnosis[] }) {
  const t = useText()
  return (
    <FormSection title={t('inputs.diagnosis.facts')}>
      {nodes.map((node) => (
        <div key={node.node_id}>
          {nodes.length > 1 && (
            <Text component="div" size="sm" fw={550} mb="xs">
              <NodeLink nodeId={node.node_id} />
            </Text>
          )}
          <NodeFacts input={input} node={node} />
        </div>
      ))}
    </FormSection>
  )
}

function NodeFacts({ input, node }: { input: InputSummary; node: NodeDiagnosis }) {
  const t = useText()
  const { node_id, state, reason, started_at, listening, connections, received } = node
  const states = state === null ? [] : [{ nodeId: node_id, state, reason }]
  const items: Definition[] = [
    { label: t('inputs.column.state'), value: <InputStateLabel input={input} states={states} nodeCount={1} /> },
    { label: t('inputs.column.type'), value: input.name },
  ]
  if (listening !== null) items.push({ label: t('inputs.diagnosis.listening'), value: addressOf(input) ?? '' })
  if (started_at !== null && received !== null) {
    items.push({ label: t('inputs.diagnosis.started'), value: <RelativeTime instant={started_at} /> })
  }
  if (connections !== null) {
    const { open, total } = connections
    items.push({
      label: t('inputs.diagnosis.connections'),
      value: <span>{t('inputs.diagnosis.openOf', { open, total })}</span>,
    })
  }
  return <DefinitionList items={[...items, ...useTrafficFacts(received)]} />
}

function useTrafficFacts(received: NodeDiagnosis['received']): readonly Definition[] {
  const t = useText()
  const bytes = useBytes()
  if (received === null) return []
  const { messages, bytes: size, last_at, empty, invalid } = received
  const count = (value: number) => <span>{t('inputs.count', { count: value })}</span>
  const items: Definition[] = [
    { label: t('inputs.diagnosis.messages'), value: count(messages) },
    { label: t('inputs.diagnosis.bytes'), value: bytes(size) },
    {
      label: t('inputs.column.last'),
      value:
        last_at === null ? <span>{t('inputs.nothingYet')}</span> : <RelativeTime instant={last_at} every="second" />,
    },
  ]
  if (empty > 0) items.push({ label: t('inputs.diagnosis.empty'), value: count(empty) })
  if (invalid > 0) items.push({ label: t('inputs.diagnosis.invalid'), value: count(invalid) })
  return items
}
