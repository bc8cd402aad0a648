import { Badge, Group, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { LongRun } from '../../../view-document/execution/long-run.tsx'
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
    <div className={classes['line']}>
      <Group
        role="status"
        gap="sm"
        className={classes['facts'] ?? ''}
        data-stale={(run.isRunning && facts !== undefined) || undefined}
      >
        {facts === undefined ? (
          <Dimmed>{run.isRunning ? t('search.info.running') : t('search.info.none')}</Dimmed>
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
      <LongRun run={run} onStop={onStop} />
    </div>
  )
}
