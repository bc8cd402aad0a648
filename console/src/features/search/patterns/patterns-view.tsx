/** The patterns of the found messages: texts that messages have in common, counted exactly over the whole range. */

import { createEventDefinition } from '@logyard/contract/events/event-definitions'
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import { findPatterns, type Pattern, type Patterns } from '@logyard/contract/search/patterns'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconLayoutDashboard, IconTemplateOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { newDefinitionLink } from '../../../alerting/new-definition-link.ts'
import { callQuery } from '../../../api/call-query.ts'
import { useGo } from '../../../base/routes/location.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { usePatternExtractor } from '../../../parsing/extract/use-pattern-extractor.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FilterInput } from '../../../ui/form/filter-input.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import { PATTERN_ORDERS, type PatternOrder } from '../../../view-document/model/patterns-widget.ts'
import { PATTERN_COMPARISONS, termOf } from '../../../widgets/patterns/pattern-term.ts'
import type { OpenPlaceholder } from './open-placeholder.ts'
import { type PatternAction, PatternRow } from './pattern-row.tsx'
import classes from './patterns.module.css'
import { PlaceholderValues } from './placeholder-values.tsx'

const FIRST_PATTERNS = 100
const MAX_PATTERNS = 1000

interface PatternsViewProps {
  readonly selection: MessageSelection
  /** Whether earlier messages are known; if not, no pattern is marked as new. */
  readonly hasBefore: boolean
  /** Shows the results with one more condition. */
  readonly onOnly: (term: string) => void
  /** Adds a widget with the patterns to a dashboard. */
  readonly onDashboard: (order: PatternOrder) => void
}

export function PatternsView({ selection, hasBefore, onOnly, onDashboard }: PatternsViewProps) {
  const t = useText()
  const call = useCall()
  const [limit, setLimit] = useState(FIRST_PATTERNS)
  const patterns = useQuery({
    ...callQuery(call, ['patterns', selection, limit], findPatterns, { body: { ...selection, limit } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (patterns.isError) return <LoadFailed error={patterns.error} onRetry={patterns.refetch} />
  if (patterns.isPending) return <Loading label={t('search.patterns.loading')} />
  if (patterns.data.patterns.length === 0)
    return (
      <EmptyState icon={<IconTemplateOff />} title={t('search.patterns.none')} text={t('search.patterns.none.text')} />
    )
  return (
    <div
      aria-busy={patterns.isFetching}
      data-stale={patterns.isPlaceholderData || undefined}
      className={classes['view']}
    >
      <Found
        found={patterns.data}
        selection={selection}
        hasBefore={hasBefore}
        onOnly={onOnly}
        onDashboard={onDashboard}
        onMore={limit < MAX_PATTERNS ? () => setLimit(MAX_PATTERNS) : undefined}
      />
    </div>
  )
}

interface FoundProps extends PatternsViewProps {
  readonly found: Patterns
  readonly onMore: (() => void) | undefined
}

function Found({ found, selection, hasBefore, onOnly, onDashboard, onMore }: FoundProps) {
  const t = useText()
  const go = useGo()
  const canMakeAlert = useMay()(createEventDefinition)
  const { addToQuery, excludeFromQuery, explain, messagesOf } = useSearchActions()
  const [filter, setFilter] = useState('')
  const [order, setOrder] = useState<PatternOrder>('frequent')
  const [open, setOpen] = useState<OpenPlaceholder>()
  const extract = usePatternExtractor()
  const act = useCallback(
    (action: PatternAction, pattern: Pattern) => {
      const term = termOf(pattern)
      if (action === 'only') addToQuery(term)
      else if (action === 'without') excludeFromQuery(term)
      else if (action === 'explain') explain?.(term)
      else if (action === 'extract') extract?.(pattern)
      else if (action === 'alert') {
        if (messagesOf !== undefined) go(newDefinitionLink({ ...messagesOf(undefined, term), title: pattern.text }))
      } else onOnly(term)
    },
    [addToQuery, excludeFromQuery, explain, extract, messagesOf, go, onOnly],
  )
  const wanted = filter.trim().toLowerCase()
  const shown = found.patterns
    .filter(({ text }) => text.toLowerCase().includes(wanted))
    .toSorted(PATTERN_COMPARISONS[order])
  const { pattern_count: all, total } = found
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {t('search.patterns.count', { shown: shown.length, all, total })}
        </Text>
        <ListControls filter={filter} onFilter={setFilter} order={order} onOrder={setOrder}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLayoutDashboard size={15} />}
            onClick={() => onDashboard(order)}
          >
            {t('search.patterns.toDashboard')}
          </Button>
        </ListControls>
      </Group>
      <ul className={classes['list']} aria-label={t('search.patterns.title')}>
        {shown.map((pattern) => (
          <PatternRow
            key={pattern.id}
            pattern={pattern}
            isNew={hasBefore && pattern.is_new}
            total={total}
            canExtract={extract !== undefined}
            canMakeAlert={canMakeAlert && messagesOf !== undefined}
            onAct={act}
            onPlaceholder={setOpen}
          />
        ))}
      </ul>
      {found.patterns.length < all && <MorePatterns listed={found.patterns.length} all={all} onMore={onMore} />}
      <PlaceholderValues open={open} selection={selection} onClose={() => setOpen(undefined)} />
    </Stack>
  )
}

interface ListControlsProps {
  readonly filter: string
  readonly onFilter: (filter: string) => void
  readonly order: PatternOrder
  readonly onOrder: (order: PatternOrder) => void
  readonly children: ReactNode
}

function ListControls({ filter, onFilter, order, onOrder, children }: ListControlsProps) {
  const t = useText()
  return (
    <Group gap="xs">
      <FilterInput label={t('search.patterns.filter')} value={filter} onChange={onFilter} />
      <Select
        size="xs"
        w={170}
        aria-label={t('search.patterns.order')}
        data={PATTERN_ORDERS.map((value) => ({ value, label: t(`search.patterns.order.${value}`) }))}
        value={order}
        allowDeselect={false}
        onChange={(value) => onOrder(PATTERN_ORDERS.find((one) => one === value) ?? 'frequent')}
      />
      {children}
    </Group>
  )
}

interface MorePatternsProps {
  readonly listed: number
  readonly all: number
  readonly onMore: (() => void) | undefined
}

function MorePatterns({ listed, all, onMore }: MorePatternsProps) {
  const t = useText()
  return (
    <Group gap="sm" justify="center">
      <Dimmed size="xs">{t('search.patterns.cut', { listed, all })}</Dimmed>
      {onMore !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onMore}>
          {t('search.patterns.more')}
        </Button>
      )}
    </Group>
  )
}
