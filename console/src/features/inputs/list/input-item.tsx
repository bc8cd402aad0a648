import type { ClusterInputStates, InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import type { LiveMetrics } from '../../../cluster/live-metrics.ts'
import { NodeLink } from '../../../cluster/node-link.tsx'
import { ConfigurationList } from '../../../ui/configured-form/configuration-list.tsx'
import { ConfiguredCard } from '../../../ui/configured-form/configured-card.tsx'
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

/** One input: type, state, configuration, traffic and actions. */
export function InputItem({ input, types, states, metrics, onEdit }: InputItemProps) {
  const t = useText()
  const type = types[input.type]
  const known = states === undefined ? undefined : statesOf(states, input.id)
  return (
    <ConfiguredCard
      className={classes['item']}
      title={input.title}
      headingOrder={3}
      typeName={input.name}
      contentPack={input.content_pack === null ? undefined : t('inputs.contentPack')}
      badges={
        known !== undefined && (
          <InputStateBadge input={input} states={known} nodeCount={Object.keys(states ?? {}).length} />
        )
      }
      facts={
        !input.global &&
        input.node !== null && (
          <Text component="div" size="sm" c="dimmed">
            {t('inputs.onNode')} <NodeLink nodeId={input.node} />
          </Text>
        )
      }
      controls={<InputControls input={input} type={type} states={known ?? []} onEdit={onEdit} />}
    >
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
    </ConfiguredCard>
  )
}
