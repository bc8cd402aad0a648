import type { ClusterInputStates, InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Alert, Badge, Group, Paper, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconPackage } from '@tabler/icons-react'
import { useId } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { LiveMetrics } from '../../../cluster/live-metrics.ts'
import { NodeLink } from '../../../cluster/node-link.tsx'
import { ConfigurationList } from '../../../ui/configured-form/configuration-list.tsx'
import type { InputSubject } from '../form/input-dialog.tsx'
import { InputFailures } from '../input-failures.tsx'
import { statesOf } from '../input-state.ts'
import { InputStateBadge } from '../input-state-badge.tsx'
import { InputTraffic } from '../input-traffic.tsx'
import classes from '../inputs.module.css'
import { StaticFields } from '../static-fields/static-fields.tsx'
import { UnusualOfInput } from '../unusual-of-input.tsx'
import { InputControls } from './input-controls.tsx'

interface InputItemProps {
  readonly input: InputSummary
  readonly types: Readonly<Record<string, InputTypeInfo>>
  readonly states: ClusterInputStates | undefined
  readonly metrics: LiveMetrics | undefined
  readonly onEdit: (subject: InputSubject) => void
}

/** One input: what it is, how it is, what it is set to, what goes through it. */
export function InputItem({ input, types, states, metrics, onEdit }: InputItemProps) {
  const t = useText()
  const titleId = useId()
  const type = types[input.type]
  const known = states === undefined ? undefined : statesOf(states, input.id)
  return (
    <Paper component="article" p="md" aria-labelledby={titleId} className={classes['item'] ?? ''}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <div className={classes['names']}>
          <Group gap="xs" align="center">
            <Title order={3} id={titleId} translate="no" className={classes['title'] ?? ''}>
              {input.title}
            </Title>
            {known !== undefined && (
              <InputStateBadge input={input} states={known} nodeCount={Object.keys(states ?? {}).length} />
            )}
            {input.content_pack !== null && (
              <Badge color="gray" leftSection={<IconPackage size={12} />}>
                {t('inputs.contentPack')}
              </Badge>
            )}
          </Group>
          <Group gap="sm">
            <Text size="sm" c="dimmed" translate="no">
              {input.name}
            </Text>
            {!input.global && input.node !== null && (
              <Text component="div" size="sm" c="dimmed">
                {t('inputs.onNode')} <NodeLink nodeId={input.node} />
              </Text>
            )}
          </Group>
        </div>
        <InputControls input={input} type={type} states={known ?? []} onEdit={onEdit} />
      </Group>
      {known?.map(
        ({ nodeId, state, reason }) =>
          state === 'FAILED' && (
            <Alert
              key={nodeId}
              mt="sm"
              color="red"
              variant="light"
              icon={<IconAlertTriangle />}
              title={
                <>
                  {t('inputs.failedOn')} <NodeLink nodeId={nodeId} />
                </>
              }
            >
              {reason === null ? t('inputs.failedWithoutReason') : <span translate="no">{reason}</span>}
            </Alert>
          ),
      )}
      <div className={classes['columns']}>
        <div>
          <ConfigurationList values={input.attributes} request={type?.requested_configuration} />
          <StaticFields input={input} />
        </div>
        <div>
          <InputTraffic input={input} metrics={metrics} />
          <InputFailures input={input} />
          <UnusualOfInput input={input} />
        </div>
      </div>
    </Paper>
  )
}
