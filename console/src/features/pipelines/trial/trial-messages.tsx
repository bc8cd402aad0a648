import type { TrialMessage, TrialResponse } from '@logyard/contract/pipelines/trials'
import { Badge, Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { ChangeList } from '../field-changes/change-list.tsx'
import { fieldChanges, shownValue } from '../field-changes/field-changes.ts'
import { useStreamChanges } from '../field-changes/use-stream-changes.ts'
import classes from './trial.module.css'

const FILTERS = ['all', 'failed', 'differs', 'matched'] as const
type Filter = (typeof FILTERS)[number]

const isShown: Readonly<Record<Filter, (message: TrialMessage) => boolean>> = {
  all: () => true,
  failed: ({ error }) => error !== null,
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
      {shown.length === 0 && <Dimmed>{t('pipelines.trial.filter.none')}</Dimmed>}
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
  const { id, index, before, after, matched, dropped, error, created, differs } = message
  const changes = dropped ? [] : fieldChanges(before, after)
  const moves = useStreamChanges()(message.streams_before, message.streams_after)
  const text = shownValue(before['message'] ?? id)
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Text size="xs" ff="monospace" truncate flex={1} miw={0} title={text} translate="no">
          {index === '' ? text : <AppLink to={routes.message(index, id)}>{text}</AppLink>}
        </Text>
        {!matched && error === null && <Badge color="gray">{t('pipelines.trial.badge.unmatched')}</Badge>}
        {dropped && <Badge color="amber">{t('pipelines.trial.badge.dropped')}</Badge>}
        {error !== null && <Badge color="red">{t('pipelines.trial.badge.failed')}</Badge>}
        {differs && <Badge color="spruce">{t('pipelines.trial.badge.differs')}</Badge>}
      </Group>
      {changes.length > 0 && <ChangeList changes={changes} label={t('pipelines.trial.changes')} />}
      {moves.length > 0 && <ChangeList changes={moves} label={t('pipelines.trial.streamChanges')} />}
      {matched && changes.length === 0 && moves.length === 0 && !dropped && error === null && (
        <Dimmed size="xs">{t('pipelines.trial.unchanged')}</Dimmed>
      )}
      {error !== null && (
        <Text size="xs" c="var(--ly-bad-text)" translate="no">
          {error}
        </Text>
      )}
      {created.length > 0 && <Dimmed size="xs">{t('pipelines.trial.created', { count: created.length })}</Dimmed>}
    </>
  )
}
