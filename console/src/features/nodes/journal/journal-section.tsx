import type { JournalSummary } from '@logyard/contract/ingest/journal'
import { Alert, Group, SemiCircleProgress, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'
import { useBytes } from '../../../ui/use-bytes.ts'
import { journalQuery } from '../node-queries.ts'
import { fillOf, toneOfFill } from './journal-fill.ts'

/** The journal, which holds messages between inputs and processing: utilization, backlog, rates and limits. */
export function JournalSection({ nodeId }: { nodeId: string }) {
  const t = useText()
  const journal = useQuery(journalQuery(useCall(), nodeId))
  useFailureToast(journal.error, 'nodes.toast.journalFailed', { node: nodeId })
  return (
    <FormSection title={t('nodes.journal')} description={t('nodes.journal.help')}>
      <Loaded query={journal} lines={4}>
        {(data) => (data.enabled ? <Journal journal={data} /> : <Text size="sm">{t('nodes.journal.disabled')}</Text>)}
      </Loaded>
    </FormSection>
  )
}

function Journal({ journal }: { journal: JournalSummary }) {
  const t = useText()
  const fill = fillOf(journal.journal_size, journal.journal_size_limit)
  return (
    <>
      <Group gap="var(--mantine-spacing-md) var(--mantine-spacing-lg)">
        <Gauge journal={journal} fill={fill} />
        <div>
          <Text size="sm" fw={600}>
            {t('nodes.journal.waiting', {
              count: journal.uncommitted_journal_entries,
              segments: journal.number_of_segments,
            })}
          </Text>
          <Text size="sm">
            {t('nodes.journal.rates', {
              appended: journal.append_events_per_second,
              read: journal.read_events_per_second,
            })}
          </Text>
        </div>
      </Group>
      {fill >= 1 && (
        <Alert color="red" icon={<IconAlertTriangle />}>
          {t('nodes.journal.full')}
        </Alert>
      )}
      <Limits journal={journal} />
    </>
  )
}

function Gauge({ journal, fill }: { journal: JournalSummary; fill: number }) {
  const t = useText()
  const bytes = useBytes()
  const words = t('nodes.journal.gauge', {
    fill,
    size: bytes(journal.journal_size),
    limit: bytes(journal.journal_size_limit),
  })
  return (
    <div role="img" aria-label={words}>
      <SemiCircleProgress
        size={180}
        thickness={14}
        value={100 * fill}
        filledSegmentColor={toneOfFill(fill)}
        aria-hidden
        label={
          <Text component="div" size="xl" fw={620} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {t('nodes.journal.percent', { fill })}
          </Text>
        }
      />
      <Text size="xs" c="dimmed" ta="center" aria-hidden>
        {t('nodes.journal.sizes', { size: bytes(journal.journal_size), limit: bytes(journal.journal_size_limit) })}
      </Text>
    </div>
  )
}

function Limits({ journal }: { journal: JournalSummary }) {
  const t = useText()
  const bytes = useBytes()
  const duration = useDurationText()
  const { journal_config, oldest_segment, uncommitted_journal_entries } = journal
  if (journal_config === null) return null
  // The segment of an empty journal begins now.
  const isEmpty = uncommitted_journal_entries === 0
  const { directory, max_size, max_age, flush_interval, flush_age } = journal_config
  return (
    <DefinitionList
      items={[
        { label: t('nodes.journal.path'), value: decodeURI(directory.replace(/^file:\/\//, '')) },
        {
          label: t('nodes.journal.earliest'),
          value: isEmpty ? <span>{t('nodes.journal.empty')}</span> : <Instant instant={oldest_segment} />,
        },
        { label: t('nodes.journal.maxSize'), value: bytes(max_size) },
        { label: t('nodes.journal.maxAge'), value: <span>{duration(max_age)}</span> },
        {
          label: t('nodes.journal.flush'),
          value: <span>{t('nodes.journal.flush.text', { count: flush_interval, age: duration(flush_age) })}</span>,
        },
      ]}
    />
  )
}
