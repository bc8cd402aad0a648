import type { EventDto } from '@logyard/contract/events/events'
import { Group, Text } from '@mantine/core'
import { IconFileText, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Priority } from '../../../alerting/priority.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import classes from '../alerts.module.css'
import { DefinitionLink } from '../definition-link.tsx'
import { replayQuery, searchOf } from '../replay.ts'
import type { EventRow } from './event-row.ts'

/** All that an event says, and the search behind it. */
export function EventDetails({ row }: { row: EventRow }) {
  return (
    <div className={classes['details']}>
      <Facts {...row} />
      <div>
        <Fields event={row.event} />
        <ReplayLinks {...row} />
      </div>
    </div>
  )
}

function Facts({ event, definitionTitle }: EventRow) {
  const t = useText()
  const { timerange_start: start, timerange_end: end } = event
  const key = event.key === null || event.key === '' ? <Note text={t('alerts.key.noneSet')} /> : event.key
  return (
    <DefinitionList
      items={[
        { label: t('alerts.id'), value: event.id },
        { label: t('alerting.priority'), value: <Priority priority={event.priority} /> },
        { label: t('alerts.timestamp'), value: <Instant instant={event.timestamp} /> },
        {
          label: t('alerts.definition'),
          value: <DefinitionLink id={event.event_definition_id} title={definitionTitle} />,
        },
        start !== null &&
          end !== null && {
            label: t('alerts.aggregationRange'),
            value: (
              <span>
                <Instant instant={start} /> – <Instant instant={end} />
              </span>
            ),
          },
        { label: t('alerts.eventKey'), value: key },
      ]}
    />
  )
}

function Fields({ event }: { event: EventDto }) {
  const t = useText()
  const fields = Object.entries(event.fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    <section aria-label={t('alerts.fields')}>
      <Text size="sm" fw={550} mb={4}>
        {t('alerts.fields')}
      </Text>
      {fields.length === 0 ? (
        <Note text={t('alerts.fields.none')} />
      ) : (
        <DefinitionList items={fields.map(([label, value]) => ({ label, value, isLabelData: true }))} />
      )}
    </section>
  )
}

const Note = ({ text }: { text: string }) => (
  <Text span size="sm" c="dimmed">
    {text}
  </Text>
)

function ReplayLinks({ event, definitionTitle }: EventRow) {
  const t = useText()
  // Without its definition only the message of an event is known.
  const isKnown = event.origin_context !== null || definitionTitle !== undefined
  const { data: replay } = useQuery({ ...replayQuery(useCall(), event.id), enabled: isKnown })
  if (replay === undefined) return null
  const { index, message_id: messageId } = replay
  return (
    <Group gap="xs" mt="sm">
      {index !== null && messageId !== null && (
        <LinkButton
          to={routes.message(index, messageId)}
          size="xs"
          variant="default"
          leftSection={<IconFileText size={14} />}
        >
          {t('alerts.replay.message')}
        </LinkButton>
      )}
      <LinkButton to={searchOf(replay)} size="xs" variant="default" leftSection={<IconSearch size={14} />}>
        {t('alerts.replay.search')}
      </LinkButton>
    </Group>
  )
}
