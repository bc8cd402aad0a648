import type { NodeSummary, SystemOverview } from '@logyard/contract/cluster/cluster'
import { seesBuffers } from '@logyard/contract/identity/rights'
import { getInput } from '@logyard/contract/ingest/inputs'
import { getJournalOfNode } from '@logyard/contract/ingest/journal'
import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { NodeMenu } from './actions/node-menu.tsx'
import { ApiBrowserButton } from './api-browser-button.tsx'
import { BuffersSection } from './buffers-section.tsx'
import { GoneAdvice, GoneState } from './gone-nodes.tsx'
import { InputTypesSection } from './input-types-section.tsx'
import { JournalSection } from './journal/journal-section.tsx'
import { MemoryBar } from './memory-bar.tsx'
import { figuresOfNode, useNodeMetrics } from './node-figures.ts'
import { NodePage } from './node-page.tsx'
import { clusterQuery } from './node-queries.ts'
import { PluginsSection } from './plugins-section.tsx'
import { ProcessSection } from './process-section.tsx'
import { StateSection } from './state-section.tsx'
import { SystemSection } from './system-section.tsx'

/** The details of one node. */
export function NodeScreen() {
  const t = useText()
  const { nodeId } = useRouteParams(routes.node)
  const cluster = useQuery(clusterQuery(useCall()))
  const overview = cluster.data === undefined ? undefined : (cluster.data[nodeId] ?? null)
  return (
    <NodePage
      nodeId={nodeId}
      action={(node) =>
        node.is_active && (
          <Group gap="xs">
            <ApiBrowserButton href={`${node.transport_address}api-browser`} label={t('nodes.apiBrowser')} />
            <NodeMenu node={node} overview={overview} />
          </Group>
        )
      }
    >
      {(node) => (node.is_active ? <Sections node={node} overview={overview} /> : <Gone node={node} />)}
    </NodePage>
  )
}

/** A node that is not active answers nothing about itself. */
function Gone({ node }: { node: NodeSummary }) {
  return (
    <Stack gap="md">
      <div>
        <GoneState node={node} />
        <GoneAdvice node={node} />
      </div>
      <SystemSection node={node} overview={null} />
    </Stack>
  )
}

interface SectionsProps {
  readonly node: NodeSummary
  /** `null` if the node did not respond, `undefined` while loading. */
  readonly overview: SystemOverview | null | undefined
}

function Sections({ node, overview }: SectionsProps) {
  const t = useText()
  const may = useMay()
  const metrics = useNodeMetrics()
  const nodeId = node.node_id
  const figures = metrics === undefined ? undefined : figuresOfNode(metrics, nodeId)
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t(node.is_master ? 'nodes.isMaster' : 'nodes.isNotMaster')}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" verticalSpacing={0}>
        <div>
          <StateSection node={node} overview={overview} figures={figures} />
          <FormSection title={t('nodes.memory')}>
            <MemoryBar figures={figures} />
          </FormSection>
          {may(seesBuffers) && <BuffersSection nodeId={nodeId} figures={figures} />}
          {may(getJournalOfNode) && <JournalSection nodeId={nodeId} />}
        </div>
        <div>
          <SystemSection node={node} overview={overview} />
          <ProcessSection nodeId={nodeId} />
          {may(getInput) && <InputTypesSection nodeId={nodeId} />}
          <PluginsSection nodeId={nodeId} />
        </div>
      </SimpleGrid>
    </>
  )
}
