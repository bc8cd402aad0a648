import type { FailureCounts } from '@logyard/contract/ingest/failures'
import { Button, Group, Progress, Text } from '@mantine/core'
import { IconArrowUp, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import type { Chosen, FailureActions } from './failure-actions.ts'

interface FailuresBarProps {
  readonly counts: FailureCounts | undefined
  /** All failures that match the list's filters; absent if there are none. */
  readonly found: Chosen | undefined
  readonly isNarrowed: boolean
  readonly hasNewer: boolean
  readonly onShowNewer: () => void
  /** Absent if the user may only read. */
  readonly actions: FailureActions | undefined
}

/** The number of failures, and actions on all of them. */
export function FailuresBar({ counts, found, isNarrowed, hasNewer, onShowNewer, actions }: FailuresBarProps) {
  const t = useText()
  const bytes = useBytes()
  if (actions?.progress !== undefined) return <Running actions={actions} progress={actions.progress} />
  const count = found?.kind === 'found' ? found.total : 0
  return (
    <Group justify="space-between" mb="sm" gap="sm" mih={30}>
      <Group gap="sm">
        {counts !== undefined && counts.total > 0 && (
          <Dimmed>
            {t('failures.total', {
              total: counts.total,
              size: bytes(counts.size),
            })}
          </Dimmed>
        )}
        {hasNewer && (
          <Button size="compact-xs" variant="light" leftSection={<IconArrowUp size={13} />} onClick={onShowNewer}>
            {t('failures.showNewer')}
          </Button>
        )}
      </Group>
      {found !== undefined && actions !== undefined && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={() => void actions.replay(found)}
          >
            {t(isNarrowed ? 'failures.replayFound' : 'failures.replayAll', { count })}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={14} />}
            onClick={() => void actions.remove(found)}
          >
            {t(isNarrowed ? 'failures.deleteFound' : 'failures.deleteAll', { count })}
          </Button>
        </Group>
      )}
    </Group>
  )
}

function Running({
  actions,
  progress,
}: {
  actions: FailureActions
  progress: NonNullable<FailureActions['progress']>
}) {
  const t = useText()
  const { kind, done, total } = progress
  return (
    <Group mb="sm" gap="sm" mih={30} role="status">
      <Text size="sm">{t(`failures.${kind}.running`, { done, total })}</Text>
      <Progress
        value={total === 0 ? 100 : (done / total) * 100}
        animated
        flex="0 1 240px"
        aria-label={t(`failures.${kind}.running`, { done, total })}
      />
      <Button size="compact-xs" variant="default" onClick={actions.cancel}>
        {t('ui.cancel')}
      </Button>
    </Group>
  )
}
