import { Badge, Group, Text } from '@mantine/core'
import { useCallback } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { Interval } from '../../../query/time-range/time-range.ts'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import { wallClock } from '../../../query/time-range/zoned-time.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { LongRun } from '../../../view-document/execution/long-run.tsx'
import type { RunnerState } from '../../../view-document/execution/run-request.ts'
import { factsOf } from '../editing/run-facts.ts'
import classes from './info-line.module.css'

/** The number of messages, the duration and the range of the search; its progress while it runs. */
export function InfoLine({ run, onStop, onKeep }: { run: RunnerState; onStop: () => void; onKeep: () => void }) {
  const t = useText()
  const rangeText = useSearchedRangeText()
  const facts = factsOf(run)
  return (
    <Group gap="sm" justify="space-between">
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
              <Text size="sm" fw={550} style={{ whiteSpace: 'nowrap' }}>
                {t('search.info', { total: facts.total, duration: facts.durationMs })}
              </Text>
            )}
            {facts.isStopped && <Badge color="amber">{t('search.info.stopped')}</Badge>}
            {facts.readsColdStorage && <Dimmed>{t('search.info.cold')}</Dimmed>}
            <Text size="xs" c="dimmed" translate="no" data-range>
              {rangeText({ fromMs: Date.parse(facts.range.from), toMs: Date.parse(facts.range.to) })}
            </Text>
          </>
        )}
      </Group>
      <LongRun run={run} onStop={onStop} onKeep={onKeep} />
    </Group>
  )
}

/** Shorter ranges need milliseconds. */
const WHOLE_SECONDS_FROM_MS = 10_000
const DAY_LENGTH = '2021-05-01 '.length

/** `2021-05-01 10:00:00 to 10:05:00`: the day once, milliseconds only in short ranges; nothing for all messages. */
function useSearchedRangeText(): (interval: Interval) => string {
  const t = useText()
  const zone = useZone()
  return useCallback(
    ({ fromMs, toMs }) => {
      if (fromMs <= 0) return ''
      const isLong = toMs - fromMs >= WHOLE_SECONDS_FROM_MS
      const clock = (ms: number) => wallClock(isLong ? Math.floor(ms / 1000) * 1000 : ms, zone)
      const [from, to] = [clock(fromMs), clock(toMs)]
      const isOneDay = from.slice(0, DAY_LENGTH) === to.slice(0, DAY_LENGTH)
      return t('search.range.fromTo', { from, to: isOneDay ? to.slice(DAY_LENGTH) : to })
    },
    [t, zone],
  )
}
