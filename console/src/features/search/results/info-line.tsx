import type { QueryProgress } from '@logyard/contract/search/search-jobs'
import { Badge, Button, Group, Progress, Text } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import type { RunnerState } from '../../../view-document/execution/run-request.ts'
import { factsOf } from '../editing/run-facts.ts'
import classes from './info-line.module.css'
import { useSearchedRangeText } from './use-searched-range-text.ts'

interface InfoLineProps {
  readonly run: RunnerState
  readonly onStop: () => void
}

/** The number of messages, the duration and the range of the search; its progress while it runs. */
export function InfoLine({ run, onStop }: InfoLineProps) {
  const t = useText()
  const rangeText = useSearchedRangeText()
  const facts = factsOf(run)
  return (
    <div className={classes['line']} role="status">
      <Group
        gap="sm"
        className={classes['facts'] ?? ''}
        data-stale={(run.isRunning && facts !== undefined) || undefined}
      >
        {facts === undefined ? (
          <Text size="sm" c="dimmed">
            {run.isRunning ? t('search.info.running') : t('search.info.none')}
          </Text>
        ) : (
          <>
            {facts.total !== undefined && (
              <Text size="sm" fw={550}>
                {t('search.info', { total: facts.total, duration: facts.durationMs })}
              </Text>
            )}
            <Text size="xs" c="dimmed" translate="no" data-range>
              {rangeText({ fromMs: Date.parse(facts.range.from), toMs: Date.parse(facts.range.to) })}
            </Text>
            {facts.isStopped && <Badge color="amber">{t('search.info.stopped')}</Badge>}
          </>
        )}
      </Group>
      {run.isRunning && run.startedAt !== undefined && <LongRun run={run} startedAt={run.startedAt} onStop={onStop} />}
    </div>
  )
}

const SHOW_AFTER_MS = 1_000

/** Progress is shown only for searches that take noticeably long. */
function LongRun({ run, startedAt, onStop }: InfoLineProps & { startedAt: number }) {
  const t = useText()
  const now = useNow('second')
  const { progress } = run
  if (now - startedAt < SHOW_AFTER_MS) return null
  const share = progress === undefined ? undefined : coveredShare(progress)
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress
        w={120}
        size="sm"
        value={share === undefined ? 100 : share * 100}
        animated={share === undefined}
        aria-label={t('search.info.running')}
      />
      <Button size="compact-xs" variant="default" leftSection={<IconPlayerStop size={12} />} onClick={onStop}>
        {t('search.info.cancel')}
      </Button>
    </Group>
  )
}

function coveredShare({ covered, range, search_types }: QueryProgress): number | undefined {
  const length = Date.parse(range.to) - Date.parse(range.from)
  if (covered === null) return search_types.total === 0 ? undefined : search_types.done / search_types.total
  return length === 0 ? undefined : (Date.parse(covered.to) - Date.parse(covered.from)) / length
}
