import { FIELD, isInternalName } from '@logyard/contract/messages/message-fields'
import { simulateProcessing } from '@logyard/contract/pipelines/simulator'
import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { statusText } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { LoadedMessage } from '../../../messages-table/loader/loaded-message.ts'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import type { Fields } from '../field-changes/field-changes.ts'
import { FieldTable } from './field-table.tsx'
import { SimulationResult } from './simulation-result.tsx'
import classes from './simulator.module.css'

interface SimulationViewProps {
  readonly message: LoadedMessage
  readonly streamId: string
  readonly streamTitle: string
}

/** What its sender gave the message; the rest is facts of how it was received and stored. */
const sentFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== FIELD.streams && !isInternalName(name)))

/** Names the message where the sender of a payload gave it no id. */
const PASTED_ID = 'simulated-message'

/** The message as it was, and beside it what became of it. */
export function SimulationView({ message, streamId, streamTitle }: SimulationViewProps) {
  const t = useText()
  const call = useCall()
  const id = message.stored?.id ?? PASTED_ID
  const inputId = message.fields[FIELD.sourceInput]
  const simulation = useQuery({
    queryKey: ['pipeline-simulation', streamId, id, message.fields],
    queryFn: ({ signal }) =>
      call(simulateProcessing, {
        body: {
          stream_id: streamId,
          message: { ...sentFields(message.fields), _id: id },
          input_id: typeof inputId === 'string' ? inputId : null,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div className={classes['columns']}>
      <div>
        <FormSection title={t('pipelines.simulator.original')}>
          <FieldTable fields={message.fields} label={t('pipelines.simulator.original')} />
        </FormSection>
      </div>
      <div>
        <FormSection title={t('pipelines.simulator.results')}>
          {simulation.isPending && <LoadingLines lines={6} />}
          {simulation.isError && (
            <Alert color="red" icon={<IconAlertTriangle />} title={t('pipelines.simulator.failed')}>
              <Text size="sm">{t('pipelines.simulator.failed.text', { id, stream: streamTitle })}</Text>
              <Text size="sm" translate="no">
                {statusText(simulation.error)}
              </Text>
            </Alert>
          )}
          {simulation.data !== undefined && (
            <div className={classes['result']} data-stale={simulation.isPlaceholderData || undefined}>
              <Group justify="space-between" mb="sm">
                <Text size="sm" role="status">
                  {t('pipelines.simulator.took', { micros: simulation.data.took_microseconds })}
                </Text>
              </Group>
              <SimulationResult
                original={sentFields(message.fields)}
                originalId={id}
                streamId={streamId}
                simulation={simulation.data}
              />
            </div>
          )}
        </FormSection>
      </div>
    </div>
  )
}
