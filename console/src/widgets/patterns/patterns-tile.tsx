/** The patterns of a widget's messages, in a compact list. */
import { findPatterns, type Pattern, type Patterns } from '@logyard/contract/search/patterns'
import { Badge, Skeleton, UnstyledButton } from '@mantine/core'
import { IconTemplateOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { isEverything } from '../../query/time-range/time-range.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { orderOf, type PatternsWidget } from '../../view-document/model/patterns-widget.ts'
import { pivotResult, type WidgetResult } from '../../view-document/model/view-model.ts'
import { PatternCount } from './pattern-count.tsx'
import { PATTERN_COMPARISONS, termOf } from './pattern-term.ts'
import { PatternText } from './pattern-text.tsx'
import { PatternTrend } from './pattern-trend.tsx'
import classes from './patterns.module.css'

/** More would not be read on a dashboard; the search page lists them. */
const LISTED = 50

export interface PatternsTileProps {
  readonly widget: PatternsWidget
  readonly result: WidgetResult
  readonly isInteractive: boolean
}

export function PatternsTile({ widget, result, isInteractive }: PatternsTileProps) {
  const t = useText()
  const call = useCall()
  const { messagesOf } = useSearchActions()
  // The page counts the messages whenever it refreshes: the patterns are those of the same messages.
  const counted = pivotResult(result)
  const messages = messagesOf?.(widget)
  const timerange = counted?.effective_timerange
  const selection = { query: messages?.query ?? '', streams: [...(messages?.streams ?? [])] }
  const patterns = useQuery({
    ...callQuery(call, ['patterns', selection, timerange, counted?.total, LISTED], findPatterns, {
      body: { ...selection, timerange: timerange ?? { type: 'relative', range: 1 }, limit: LISTED },
      extendSession: false,
    }),
    enabled: timerange !== undefined && messages !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (patterns.isError) return <LoadFailed error={patterns.error} onRetry={patterns.refetch} />
  if (patterns.isPending) return <Skeleton h="100%" role="status" aria-label={t('search.patterns.loading')} />
  if (patterns.data.patterns.length === 0)
    return (
      <EmptyState icon={<IconTemplateOff />} title={t('search.patterns.none')} text={t('search.patterns.none.text')} />
    )
  const hasBefore = messages !== undefined && !isEverything(messages.timerange)
  return <TileRows widget={widget} found={patterns.data} hasBefore={hasBefore} isInteractive={isInteractive} />
}

interface TileRowsProps extends Pick<PatternsTileProps, 'widget' | 'isInteractive'> {
  readonly found: Patterns
  /** Whether earlier messages are known; if not, no pattern is marked as new. */
  readonly hasBefore: boolean
}

function TileRows({ widget, found: { patterns, pattern_count: all, total }, hasBefore, isInteractive }: TileRowsProps) {
  const t = useText()
  const { openSearch, addToQuery } = useSearchActions()
  const open = (pattern: Pattern) => {
    const term = termOf(pattern)
    if (openSearch === undefined) addToQuery(term)
    else openSearch(term, widget)
  }
  return (
    <div className={classes['tile']}>
      <ul className={classes['tileRows']} aria-label={t('search.patterns.title')}>
        {patterns.toSorted(PATTERN_COMPARISONS[orderOf(widget)]).map((pattern) => {
          const row = <TileRow pattern={pattern} isNew={hasBefore && pattern.is_new} total={total} />
          return (
            <li key={pattern.id}>
              {isInteractive ? (
                <UnstyledButton
                  className={classes['tileRow'] ?? ''}
                  title={pattern.example.message}
                  onClick={() => open(pattern)}
                >
                  {row}
                </UnstyledButton>
              ) : (
                <div className={classes['tileRow']}>{row}</div>
              )}
            </li>
          )
        })}
      </ul>
      {patterns.length < all && (
        <div className={classes['tileNote']} role="note">
          {t('search.patterns.cut', { listed: patterns.length, all })}
        </div>
      )}
    </div>
  )
}

interface TileRowProps {
  readonly pattern: Pattern
  readonly isNew: boolean
  readonly total: number
}

function TileRow({ pattern, isNew, total }: TileRowProps) {
  const t = useText()
  const { count, trend, first_seen: firstSeen } = pattern
  return (
    <>
      <PatternCount count={count} total={total} />
      <PatternTrend counts={trend} />
      <span className={classes['tileText']} translate="no">
        <PatternText pattern={pattern} />
      </span>
      {isNew && (
        <span className={classes['tileNew']}>
          <Badge size="xs">{t('search.patterns.new')}</Badge>
          {firstSeen !== null && <RelativeTime instant={firstSeen} />}
        </span>
      )}
    </>
  )
}
