import type { FailureSummary } from '@logyard/contract/ingest/failures'
import { Badge, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { Column } from '../../ui/data-table/data-table-props.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import classes from './failures.module.css'

export function useFailureColumns(onOpen: (failure: FailureSummary) => void): readonly Column<FailureSummary>[] {
  const t = useText()
  const bytes = useBytes()
  return [
    {
      id: 'time',
      header: t('failures.time'),
      cell: ({ tried_at, attempts }) => (
        <div className={classes['nowrap']}>
          <RelativeTime instant={tried_at} />
          {attempts > 1 && (
            <Text size="xs" c="dimmed">
              {t('failures.attempts', { count: attempts })}
            </Text>
          )}
        </div>
      ),
    },
    {
      id: 'input',
      header: t('failures.input'),
      cell: ({ input_id, input_title, remote_address }) => (
        <div className={classes['from']} translate="no">
          {input_title ?? input_id}
          {remote_address !== '' && (
            <Text size="xs" c="dimmed" ff="monospace">
              {remote_address}
            </Text>
          )}
        </div>
      ),
    },
    {
      id: 'reason',
      header: t('failures.reason'),
      cell: ({ reason, detail }) => (
        <div className={classes['reason']}>
          <Badge color="red" translate="no">
            {reason}
          </Badge>
          <Text size="xs" mt={2} translate="no" lineClamp={3}>
            {detail}
          </Text>
        </div>
      ),
    },
    {
      id: 'message',
      header: t('failures.message'),
      cell: (failure) => (
        <UnstyledButton className={classes['preview'] ?? ''} aria-haspopup="dialog" onClick={() => onOpen(failure)}>
          <VisuallyHidden>{t('failures.open', { number: failure.number })} </VisuallyHidden>
          <Text span size="xs" ff="monospace" translate="no" lineClamp={3}>
            {failure.preview === '' ? '·' : failure.preview}
          </Text>
        </UnstyledButton>
      ),
    },
    {
      id: 'size',
      header: t('failures.size'),
      align: 'right',
      cell: ({ size }) => (
        <span className={classes['nowrap']} translate="no">
          {bytes(size)}
        </span>
      ),
    },
  ]
}
