/** Messages as they arrive, shown in place of the search results. */
import type { TailRate } from '@logyard/contract/live/live-tail'
import type { AbsoluteRange } from '@logyard/contract/search/time-ranges'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Button, Group, Text } from '@mantine/core'
import { IconEraser, IconPlayerPause, IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { absoluteRange } from '../../../query/time-range/time-range.ts'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import styles from './live.module.css'
import { LiveTable } from './live-table.tsx'
import { MissingNodes } from './missing-nodes.tsx'
import { seenRange, type TailBuffer } from './tail-buffer.ts'
import { createTailSession, type TailState } from './tail-session.ts'

interface LiveTailProps {
  readonly query: string
  readonly streams: readonly string[]
  readonly widget: MessagesWidget
  /** The place of its toolbar, beside the mode switch. */
  readonly slot: HTMLElement | null
  /** Searches the time range of the messages listed here. */
  readonly onSearch: (range: AbsoluteRange) => void
}

export function LiveTail({ query, streams, widget, slot, onSearch }: LiveTailProps) {
  const t = useText()
  const call = useCall()
  const [attempt, setAttempt] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [session] = useState(() => createTailSession({ call, query, streams }))
  const state = useSyncExternalStore(session.subscribe, session.state)
  const { buffer, refusal } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry starts the same tail again
  useEffect(() => {
    session.start()
    return session.end
  }, [session, attempt])
  const pause = useCallback(
    (isOn: boolean) => {
      setPaused(isOn)
      if (isOn) session.hold()
      else session.release()
    },
    [session],
  )
  return (
    <section className={styles['live']} aria-label={t('searchTools.live.title')}>
      {slot !== null &&
        createPortal(
          <Group
            justify="space-between"
            gap="2px var(--mantine-spacing-sm)"
            role="group"
            aria-label={t('searchTools.live.controls')}
          >
            <TailStatus state={state} isPaused={isPaused} />
            <TailButtons
              buffer={buffer}
              isPaused={isPaused}
              onPause={pause}
              onClear={session.clear}
              onSearch={onSearch}
            />
          </Group>,
          slot,
        )}
      {refusal === undefined && <MissingNodes missing={state.missing} missingBefore={state.missingBefore} />}
      {refusal !== undefined && <LoadFailed error={refusal} onRetry={() => setAttempt(attempt + 1)} />}
      {refusal === undefined && (
        <LiveTable
          buffer={buffer}
          isPaused={isPaused}
          widget={widget}
          onHold={session.hold}
          onRelease={() => pause(false)}
        />
      )}
    </section>
  )
}

interface TailButtonsProps {
  readonly buffer: TailBuffer
  readonly isPaused: boolean
  readonly onPause: (isOn: boolean) => void
  readonly onClear: () => void
  readonly onSearch: (range: AbsoluteRange) => void
}

function TailButtons({ buffer, isPaused, onPause, onClear, onSearch }: TailButtonsProps) {
  const t = useText()
  const range = seenRange(buffer)
  const button = (label: string, icon: ReactNode, onClick: () => void, isDisabled = false) => (
    <Button size="compact-sm" variant="default" leftSection={icon} disabled={isDisabled} onClick={onClick}>
      {label}
    </Button>
  )
  const search = () => range !== undefined && onSearch(absoluteRange({ fromMs: range.fromMs, toMs: range.toMs + 1 }))
  return (
    <Group gap="xs">
      {isPaused
        ? button(t('searchTools.live.resume', { count: buffer.heldCount }), <IconPlayerPlay size={14} />, () =>
            onPause(false),
          )
        : button(t('searchTools.live.pause'), <IconPlayerPause size={14} />, () => onPause(true))}
      {button(t('searchTools.live.clear'), <IconEraser size={14} />, onClear, buffer.rows.length === 0)}
      {button(t('searchTools.live.searchRange'), <IconSearch size={14} />, search, range === undefined)}
    </Group>
  )
}

function TailStatus({ state, isPaused }: { state: TailState; isPaused: boolean }) {
  const t = useText()
  const rateText = useRateText()
  const { buffer, rate, isConnected, refusal } = state
  const connection = isPaused ? 'paused' : isConnected ? 'connected' : refusal === undefined ? 'connecting' : 'refused'
  return (
    <Group gap="0 var(--mantine-spacing-sm)" fz="sm">
      <StatusDot tone={connection === 'connected' ? 'ok' : connection === 'refused' ? 'bad' : 'warn'}>
        {t(`searchTools.live.${connection}`)}
      </StatusDot>
      {isConnected && rate !== undefined && (
        <Text size="sm" className={styles['rate'] ?? ''}>
          {rateText(rate)}
        </Text>
      )}
      <Text size="xs" c="dimmed" className={styles['rate'] ?? ''}>
        {t('searchTools.live.kept', { count: buffer.rows.length })}
        {buffer.dropped > 0 && ` ${t('searchTools.live.dropped', { count: buffer.dropped })}`}
      </Text>
    </Group>
  )
}

function useRateText(): (rate: TailRate) => string {
  const t = useText()
  return ({ matched, sample }) => {
    if (sample === 1) return t('searchTools.live.rate', { matched })
    const every = Math.round(1 / sample)
    const isOneInEvery = every > 1 && Math.abs(every * sample - 1) < 0.1
    return isOneInEvery
      ? t('searchTools.live.rate.every', { matched, every })
      : t('searchTools.live.rate.share', { matched, share: sample })
  }
}
