import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { goneNodesQuery, nodeName } from '../../cluster/cluster-queries.ts'
import { Dimmed, DimmedWords } from '../../ui/dimmed.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

/** The nodes that died or were stopped in the last days, and what to do about them. */
export function GoneNodes() {
  const t = useText()
  const gone = useQuery(goneNodesQuery(useCall()))
  if (gone.data === undefined || gone.data.length === 0) return null
  return (
    <Stack gap="sm" component="section" aria-label={t('nodes.gone')}>
      <Title order={2} mt="md">
        {t('nodes.gone')}
      </Title>
      {gone.data.map((node) => (
        <Paper key={node.node_id} p="md" component="article" aria-label={node.hostname}>
          <Group justify="space-between" gap="sm" mb={4}>
            <Text fw={600} translate="no">
              {nodeName(node)} <DimmedWords>{node.short_node_id}</DimmedWords>
            </Text>
            <GoneState node={node} />
          </Group>
          <GoneAdvice node={node} />
        </Paper>
      ))}
    </Stack>
  )
}

export function GoneState({ node }: { node: NodeSummary }) {
  const t = useText()
  return (
    <Text size="sm" component="div">
      <StatusDot tone={node.has_left ? 'off' : 'bad'}>
        <span>
          {t(node.has_left ? 'nodes.gone.left' : 'nodes.gone.died')} <RelativeTime instant={node.last_seen} />
        </span>
      </StatusDot>
    </Text>
  )
}

/** What a person does about a node that is not active. */
export function GoneAdvice({ node }: { node: NodeSummary }) {
  const t = useText()
  return <Dimmed>{t(node.has_left ? 'nodes.gone.left.text' : 'nodes.gone.died.text')}</Dimmed>
}
