import type { IndexerFailure } from '@logyard/contract/indexer-failures'
import { Text } from '@mantine/core'
import { IconMoodHappy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../app/services.tsx'
import { useText } from '../../app/text/text.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useListState } from '../../ui/list-state.ts'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { failuresQuery } from './index-set-queries.ts'
import classes from './index-sets.module.css'
import { useIndexSetCrumbs } from './use-index-set-crumbs.ts'

const PAGE_SIZES = [50, 100, 500]

/** The messages that could not be stored, and why. */
export function FailuresScreen() {
  const t = useText()
  const list = useListState({ pageSizes: PAGE_SIZES })
  const failures = useQuery(failuresQuery(useCall(), list))
  useFailureToast(
    failures.error,
    (status) => t('indexSets.toast.failuresFailed', { status }),
    t('indexSets.toast.failuresFailed.title'),
  )
  return (
    <Page
      title={t('indexSets.failures')}
      description={t('indexSets.failures.description')}
      crumbs={useIndexSetCrumbs()}
    >
      {failures.data !== undefined && failures.data.total > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('indexSets.failures.total', { total: failures.data.total })}
        </Text>
      )}
      <DataTable
        label={t('indexSets.failures')}
        list={list}
        result={failures}
        columns={useColumns()}
        rowId={({ letter_id, index, timestamp, message }) => `${letter_id}|${index}|${timestamp}|${message}`}
        rowName={({ letter_id }) => letter_id}
        empty={{
          icon: <IconMoodHappy />,
          title: t('indexSets.failures.none'),
          text: t('indexSets.failures.none.text'),
        }}
      />
    </Page>
  )
}

function useColumns(): readonly Column<IndexerFailure>[] {
  const t = useText()
  return [
    {
      id: 'timestamp',
      header: t('indexSets.failures.timestamp'),
      cell: ({ timestamp }) => (
        <span className={classes['nowrap']}>
          <RelativeTime instant={timestamp} />
        </span>
      ),
    },
    { id: 'index', header: t('indexSets.failures.index'), cell: ({ index }) => <Mono text={index} /> },
    { id: 'letter', header: t('indexSets.failures.letter'), cell: ({ letter_id }) => <Mono text={letter_id} /> },
    {
      id: 'message',
      header: t('indexSets.failures.message'),
      cell: ({ message, type }) => (
        <div className={classes['failure']}>
          <Text size="xs" c="dimmed">
            {t(`indexSets.failures.type.${type}`)}
          </Text>
          <span translate="no">{message}</span>
        </div>
      ),
    },
  ]
}

function Mono({ text }: { text: string }) {
  return (
    <Text span inherit ff="monospace" translate="no" className={classes['nowrap'] ?? ''}>
      {text}
    </Text>
  )
}
