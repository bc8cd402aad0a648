import type { NodeSummary, SystemOverview } from '@logyard/contract/cluster/cluster'
import { Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { NodeLink } from '../../cluster/node-link.tsx'
import { useNodeName } from '../../cluster/use-node-name.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NodeMenu } from './actions/node-menu.tsx'
import { ApiBrowserButton } from './api-browser-button.tsx'
import { fillOf, toneOfFill } from './journal/journal-fill.ts'
import { MemoryBar } from './memory-bar.tsx'
import type { NodeFigures } from './node-figures.ts'
import { BalancerDot, LifecycleDot, ProcessingDot } from './node-state.tsx'
import { ThroughputText } from './throughput-text.tsx'

/** The server has a notice from this difference on. */
const MAX_CLOCK_SECONDS = 5

interface NodeCardProps {
  readonly node: NodeSummary
  /** `null` if the node did not respond, `undefined` while loading. */
  readonly overview: SystemOverview | null | undefined
  readonly figures: NodeFigures | undefined
}

export function NodeCard({ node, overview, figures }: NodeCardProps) {
  const t = useText()
  const id = useId()
  return (
    <Paper component="article" p="md" aria-labelledby={id}>
      <Group justify="space-between" gap="sm" mb="sm">
        <div>
          <Title order={2} id={id}>
            <NodeLink nodeId={node.node_id} />
          </Title>
          <NodeNote node={node} />
        </div>
        <Group gap="xs">
          <LinkButton size="xs" variant="default" to={routes.node(node.node_id)}>
            {t('nodes.details')}
          </LinkButton>
          <ApiBrowserButton href={`${node.transport_address}api-browser`} label={t('nodes.apiBrowser')} />
          <NodeMenu node={node} overview={overview} />
        </Group>
      </Group>
      {overview === null ? (
        <Dimmed>{t('nodes.unavailable')}</Dimmed>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="lg">
          <Fact label={t('nodes.state')}>
            {overview !== undefined && (
              <Stack gap={2} fz="sm">
                <LifecycleDot lifecycle={overview.lifecycle} />
                <ProcessingDot is_processing={overview.is_processing} />
                <BalancerDot lb_status={overview.lb_status} />
              </Stack>
            )}
          </Fact>
          <Fact label={t('nodes.throughput.label')}>
            <ThroughputText figures={figures} />
          </Fact>
          <Fact label={t('nodes.journal')}>
            <JournalLine figures={figures} />
          </Fact>
          <Fact label={t('nodes.memory')}>
            <MemoryBar figures={figures} />
          </Fact>
        </SimpleGrid>
      )}
    </Paper>
  )
}

/** Version and id, and how much the clock of the node differs, if it should be fixed. */
function NodeNote({ node }: { node: NodeSummary }) {
  const t = useText()
  const { version, short_node_id, hostname, clock_ahead_ms } = node
  const isIdInName = useNodeName()(node) !== hostname
  const seconds = Math.round(Math.abs(clock_ahead_ms) / 1000)
  return (
    <Text size="xs" c="dimmed">
      {isIdInName ? t('nodes.note.version', { version }) : t('nodes.note', { id: short_node_id, version })}
      {seconds > MAX_CLOCK_SECONDS && (
        <Text span inherit c="red">
          {' · '}
          {t('nodes.clockDiffers', { seconds })}
        </Text>
      )}
    </Text>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {label}
      </Text>
      {children}
    </div>
  )
}

/** The journal's utilization and backlog, in two lines. */
function JournalLine({ figures }: { figures: NodeFigures | undefined }) {
  const t = useText()
  const { unprocessed, segments, appended, read, journalSize, journalLimit } = figures ?? {}
  if (unprocessed === undefined) {
    return <Dimmed>{t(figures === undefined ? 'ui.loading' : 'nodes.journal.unavailable')}</Dimmed>
  }
  const fill = fillOf(journalSize ?? 0, journalLimit ?? 0)
  return (
    <div>
      <Progress size="lg" mb={4} value={100 * fill} color={toneOfFill(fill)} aria-label={t('nodes.journal.filled')} />
      <Text size="xs" c="dimmed">
        {t('nodes.journal.line', { unprocessed, segments: segments ?? 0 })}{' '}
        {t('nodes.journal.rates', { appended: appended ?? 0, read: read ?? 0 })}
      </Text>
    </div>
  )
}
