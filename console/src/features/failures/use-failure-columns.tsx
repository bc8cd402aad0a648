import type { FailureSummary } from '@logyard/contract/ingest/failures'
import { Badge, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { Column } from '../../ui/data-table/data-table-props.ts'
import { sizeColumn } from '../../ui/data-table/ready-columns.tsx'
import { DimmedWords } from '../../ui/dimmed.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import classes from './failures.module.css'

export function useFailureColumns(onOpen: (failure: FailureSummary) => void): readonly Column<FailureSummary>[] {
  const t = useText()
  return [
    {
      id: 'time',
      header: t('failures.time'),
      cell: ({ tried_at, attempts }) => (
        <>
          <Instant instant={tried_at} />
          {attempts > 1 && <DimmedWords> {t('failures.attempts', { count: attempts })}</DimmedWords>}
        </>
      ),
    },
    {
      id: 'input',
      header: t('failures.input'),
      cell: ({ input_id, input_title, remote_address }) => (
        <span translate="no" title={remote_address}>
          {input_title ?? input_id}
          {remote_address !== '' && (
            <Text span inherit c="dimmed" ff="monospace" fz="xs">
              {' '}
              {remote_address}
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'reason',
      header: t('failures.reason'),
      cell: ({ reason, detail }) => (
        <span title={detail} translate="no">
          <Badge color="red">{reason}</Badge> {detail}
        </span>
      ),
    },
    {
      id: 'message',
      header: t('failures.message'),
      isWide: true,
      cell: (failure) => (
        <UnstyledButton className={classes['preview'] ?? ''} aria-haspopup="dialog" onClick={() => onOpen(failure)}>
          <VisuallyHidden>{t('failures.open', { number: failure.number })} </VisuallyHidden>
          <span translate="no">{failure.preview === '' ? '·' : failure.preview}</span>
        </UnstyledButton>
      ),
    },
    sizeColumn({ id: 'size', header: t('failures.size'), sizeBytes: ({ size }) => size }),
  ]
}
