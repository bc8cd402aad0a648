import type { NodeSummary, SystemOverview } from '@logyard/contract/cluster/cluster'
import { pauseProcessingOfNode } from '@logyard/contract/processing/processing'
import { Button, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { useSetProcessing } from './actions/node-actions.ts'
import type { NodeFigures } from './node-figures.ts'
import { BalancerDot, LifecycleDot, ProcessingDot } from './node-state.tsx'
import { ThroughputText } from './throughput-text.tsx'

interface StateSectionProps {
  readonly node: NodeSummary
  readonly overview: SystemOverview | null | undefined
  readonly figures: NodeFigures | undefined
}

/** Lifecycle, message processing and load balancer status of a node. */
export function StateSection({ node, overview, figures }: StateSectionProps) {
  const t = useText()
  const may = useMay()
  const canChange = overview && may(pauseProcessingOfNode, { nodeId: node.node_id })
  const command = overview?.is_processing ? 'pause' : 'resume'
  const setProcessing = useSetProcessing(command)
  return (
    <FormSection
      title={t('nodes.state')}
      action={
        canChange && (
          <Button
            size="xs"
            variant="default"
            leftSection={command === 'pause' ? <IconPlayerPause size={14} /> : <IconPlayerPlay size={14} />}
            onClick={() => void setProcessing(node)}
          >
            {t(`nodes.${command}.title`)}
          </Button>
        )
      }
    >
      {overview === undefined && <LoadingLines lines={3} />}
      {overview === null && <Text size="sm">{t('nodes.unavailable')}</Text>}
      {overview && (
        <DefinitionList
          items={[
            { label: t('nodes.lifecycle'), value: <LifecycleDot lifecycle={overview.lifecycle} /> },
            { label: t('nodes.balancer'), value: <BalancerDot lb_status={overview.lb_status} /> },
            { label: t('nodes.processing'), value: <ProcessingDot is_processing={overview.is_processing} /> },
            { label: t('nodes.throughput.label'), value: <ThroughputText figures={figures} /> },
          ]}
        />
      )}
    </FormSection>
  )
}
