import type { TrialMessage, TrialResponse } from '@logyard/contract/pipelines/trials'
import { Badge, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ChangeList } from '../field-changes/change-list.tsx'
import { type FieldChange, fieldChanges, shownValue } from '../field-changes/field-changes.ts'
import { processedStreamsQuery } from '../pipeline-queries.ts'
import classes from './trial.module.css'

const FILTERS = ['all', 'failed', 'differs', 'matched'] as const
type Filter = (typeof FILTERS)[number]

const isShown: Readonly<Record<Filter, (message: TrialMessage) => boolean>> = {
  all: () => true,
  failed: ({ errors }) => errors.length > 0,
  differs: ({ differs }) => differs,
  matched: ({ matched }) => matched,
}

/** Some of the messages, with what the source changes in them. */
export function TrialMessages({ result: { messages, saved } }: { result: TrialResponse }) {
  const t = useText()
  const [filter, setFilter] = useState<Filter>('all')
  const useful = FILTERS.filter((one) => one !== 'differs' || saved !== null)
  const shown = messages.filter(isShown[filter])
  if (messages.length === 0) return null
  return (
    <div>
      {messages.length > 1 && (
        <SegmentedControl
          size="xs"
          mb="xs"
          aria-label={t('pipelines.trial.filter')}
          value={filter}
          data={useful.map((value) => ({ value, label: t(`pipelines.trial.filter.${value}`) }))}
          onChange={(next) => setFilter(FILTERS.find((one) => one === next) ?? 'all')}
        />
      )}
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('pipelines.trial.filter.none')}
        </Text>
      )}
      <ul className={classes['messages']} aria-label={t('pipelines.trial.messages')}>
        {shown.map((message) => (
          <li key={`${message.index}|${message.id}`}>
            <TriedMessage message={message} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function TriedMessage({ message }: { message: TrialMessage }) {
  const t = useText()
  const { id, index, before, after, matched, dropped, errors, created, differs } = message
  const changes = dropped ? [] : fieldChanges(before, after)
  const moves = useStreamMoves(message)
  const text = shownValue(before['message'] ?? id)
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Text size="xs" ff="monospace" truncate className={classes['text'] ?? ''} title={text} translate="no">
          {text}
        </Text>
        {!matched && errors.length === 0 && <Badge color="gray">{t('pipelines.trial.badge.unmatched')}</Badge>}
        {dropped && <Badge color="amber">{t('pipelines.trial.badge.dropped')}</Badge>}
        {errors.length > 0 && <Badge color="red">{t('pipelines.trial.badge.failed')}</Badge>}
        {differs && <Badge color="spruce">{t('pipelines.trial.badge.differs')}</Badge>}
        {index !== '' && (
          <AppLink to={routes.message(index, id)} fz="xs">
            {t('pipelines.trial.open')}
          </AppLink>
        )}
      </Group>
      {changes.length > 0 && <ChangeList changes={changes} label={t('pipelines.trial.changes')} />}
      {moves.length > 0 && <ChangeList changes={moves} label={t('pipelines.trial.streamChanges')} />}
      {matched && changes.length === 0 && moves.length === 0 && !dropped && errors.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('pipelines.trial.unchanged')}
        </Text>
      )}
      {errors.map((error) => (
        <Text key={error} size="xs" className={classes['bad'] ?? ''} translate="no">
          {error}
        </Text>
      ))}
      {created.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('pipelines.trial.created', { count: created.length })}
        </Text>
      )}
    </>
  )
}

/** The streams that the message enters and leaves, by title. */
function useStreamMoves({ streams_before: before, streams_after: after }: TrialMessage): readonly FieldChange[] {
  const t = useText()
  const streams = useQuery(processedStreamsQuery(useCall()))
  const titleOf = (id: string) => streams.data?.find((stream) => stream.id === id)?.title ?? id
  const field = t('pipelines.trial.stream')
  return [
    ...after.filter((id) => !before.includes(id)).map((id) => ({ field, kind: 'added' as const, after: titleOf(id) })),
    ...before
      .filter((id) => !after.includes(id))
      .map((id) => ({ field, kind: 'removed' as const, before: titleOf(id) })),
  ]
}
