import { FIELD, isInternalName } from '@logyard/contract/messages/message-fields'
import type { SimulationResponse } from '@logyard/contract/pipelines/simulator'
import { Alert, Stack, Table, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { TabViews } from '../../../ui/tabs/tab-views.tsx'
import { useViewInUrl } from '../../../ui/tabs/use-view-in-url.ts'
import { ChangeList } from '../field-changes/change-list.tsx'
import { type Fields, fieldChanges } from '../field-changes/field-changes.ts'
import { useStreamChanges } from '../field-changes/use-stream-changes.ts'
import { FieldTable } from './field-table.tsx'
import classes from './simulator.module.css'

interface SimulationResultProps {
  readonly original: Fields
  readonly originalId: string
  /** The only stream of the original. */
  readonly streamId: string
  readonly simulation: SimulationResponse
}

const VIEWS = ['changes', 'preview', 'trace'] as const

export function SimulationResult(props: SimulationResultProps) {
  const t = useText()
  const contents = {
    changes: <Changes {...props} />,
    preview: <Preview simulation={props.simulation} />,
    trace: <Trace simulation={props.simulation} />,
  }
  return (
    <TabViews
      {...useViewInUrl('result', VIEWS, { replace: true })}
      views={VIEWS.map((id) => ({ id, label: t(`pipelines.simulator.view.${id}`), content: contents[id] }))}
    />
  )
}

/** An error of a rule is stored with the message. */
const KEPT = 'gl2_processing_error'

/** Without the id and the streams, which are shown apart. */
const ownFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) => name === KEPT || (name !== FIELD.streams && !isInternalName(name) && name !== '_id'),
    ),
  )

/** Added, removed and mutated fields of the message itself, and how many it brought about. */
function Changes({ original, originalId, streamId, simulation: { messages } }: SimulationResultProps) {
  const t = useText()
  const streamChanges = useStreamChanges()
  const after = messages.find(({ message }) => message['_id'] === originalId)
  const created = messages.length - (after === undefined ? 0 : 1)
  const changes = after === undefined ? [] : fieldChanges(ownFields(original), ownFields(after.message))
  const moves = after === undefined ? [] : streamChanges([streamId], streamsIn(after.message))
  const groups = [
    { kind: 'added', title: t('pipelines.simulator.added') },
    { kind: 'removed', title: t('pipelines.simulator.removed') },
    { kind: 'changed', title: t('pipelines.simulator.mutated') },
  ] as const
  return (
    <Stack gap="md">
      {after === undefined && <Text size="sm">{t('pipelines.simulator.dropped')}</Text>}
      {after !== undefined && changes.length + moves.length === 0 && (
        <Text size="sm">{t('pipelines.simulator.unchanged')}</Text>
      )}
      {groups.map(({ kind, title }) => {
        const some = changes.filter((change) => change.kind === kind)
        return (
          some.length > 0 && (
            <div key={kind}>
              <Title order={3} mb={4}>
                {title}
              </Title>
              <ChangeList changes={some} label={title} />
            </div>
          )
        )
      })}
      {created + moves.length > 0 && (
        <div>
          <Title order={3} mb={4}>
            {t('pipelines.simulator.other')}
          </Title>
          {moves.length > 0 && <ChangeList changes={moves} label={t('pipelines.trial.streamChanges')} />}
          {created > 0 && <Text size="sm">{t('pipelines.simulator.created', { count: created })}</Text>}
        </div>
      )}
    </Stack>
  )
}

function streamsIn(message: Fields): readonly string[] {
  const streams = message[FIELD.streams]
  return Array.isArray(streams) ? streams.map(String) : []
}

/** Every message that would be stored. */
function Preview({ simulation: { messages } }: { simulation: SimulationResponse }) {
  const t = useText()
  if (messages.length === 0) {
    return (
      <Alert color="amber" icon={<IconTrash />} title={t('pipelines.simulator.dropped.title')}>
        {t('pipelines.simulator.dropped.text')}
      </Alert>
    )
  }
  return (
    <Stack gap="md">
      {messages.map(({ message }) => (
        <FieldTable
          key={String(message['_id'])}
          fields={message}
          label={t('pipelines.simulator.resulting', { id: String(message['_id']) })}
        />
      ))}
    </Stack>
  )
}

function Trace({ simulation: { simulation_trace: trace } }: { simulation: SimulationResponse }) {
  const t = useText()
  const intl = useIntl()
  return (
    <Table className={classes['trace'] ?? ''} aria-label={t('pipelines.simulator.view.trace')}>
      <Table.Tbody translate="no">
        {trace.map(({ time, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <Table.Tr key={index}>
            <Table.Td data-number>{`${intl.formatNumber(time)} µs`}</Table.Td>
            <Table.Td>{message}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
