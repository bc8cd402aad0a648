/** Overrides for all widgets: a time range that replaces theirs, and a query and filters that are added to theirs. */
import type { Parameter } from '@logyard/contract/search/searches'
import { ActionIcon, Badge, Button, Group, Tooltip } from '@mantine/core'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { QueryInput } from '../../../query/query-input/query-input.tsx'
import type { QueryInputHandle } from '../../../query/query-input/query-input-props.ts'
import { QueryProblemText } from '../../../query/query-input/query-problem-text.tsx'
import { useQueryCompletion } from '../../../query/query-input/use-query-completion.ts'
import { useQueryHistory } from '../../../query/query-input/use-query-history.ts'
import { useQueryProblems } from '../../../query/query-input/use-query-problems.ts'
import { useTextDraft } from '../../../query/query-input/use-text-draft.ts'
import { RefreshControl } from '../../../query/refresh/refresh-control.tsx'
import type { Refresh } from '../../../query/refresh/refresh-intervals.ts'
import { DEFAULT_RANGE } from '../../../query/time-range/time-range.ts'
import { TimeRangePicker } from '../../../query/time-range/time-range-picker.tsx'
import { isOverriding, noOverride, type Override } from '../../../view-document/dashboards/dashboard-search.ts'
import classes from './dashboard-bar.module.css'

interface DashboardBarProps {
  readonly override: Override
  readonly parameters: readonly Parameter[]
  readonly onOverride: (override: Override) => void
  readonly refresh: Refresh
  readonly onRefresh: (refresh: Refresh) => void
  readonly handle: Ref<QueryInputHandle>
  /** Shown at the end of the first row. */
  readonly controls: ReactNode
  /** Shown beside the query. */
  readonly addFilter: ReactNode
  /** The filters by field, in a row of their own. */
  readonly children: ReactNode
}

const NO_STREAMS: readonly string[] = []

export function DashboardBar(props: DashboardBarProps) {
  const { override, parameters, onOverride, refresh, onRefresh, handle, controls, addFilter, children } = props
  const t = useText()
  const errorId = useId()
  const [draft, setDraft] = useTextDraft(override.text)
  const history = useQueryHistory()
  const submit = () => {
    history.remember(draft)
    onOverride({ ...override, text: draft })
  }
  const problems = useQueryProblems(draft, NO_STREAMS, parameters)
  const completion = useQueryCompletion(NO_STREAMS, override.timerange ?? DEFAULT_RANGE)
  const isChanged = draft !== override.text
  const runLabel = t(isChanged ? 'dashboards.bar.run.changed' : 'dashboards.bar.run')
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers from last year do not support the <search> element
    <div role="search" className={classes['bar']} aria-label={t('dashboards.bar')}>
      <div className={classes['row']}>
        <TimeRangePicker
          range={override.timerange}
          placeholder={t('dashboards.bar.noOverride')}
          effective={undefined}
          onPick={(timerange) => onOverride({ ...override, timerange })}
        />
        <RefreshControl refresh={refresh} onChange={onRefresh} />
        {isOverriding(override) && <OverrideMark override={override} onOverride={onOverride} />}
        <div className={classes['controls']}>{controls}</div>
      </div>
      <div className={classes['query']}>
        <QueryInput
          label={t('dashboards.bar.query')}
          placeholder={t('dashboards.bar.query.placeholder')}
          value={draft}
          onChange={setDraft}
          onRun={submit}
          history={history}
          describedBy={errorId}
          problems={problems}
          handle={handle}
          completion={completion}
        />
        <Tooltip label={runLabel}>
          <ActionIcon size={38} aria-label={runLabel} variant={isChanged ? 'filled' : 'default'} onClick={submit}>
            <IconFilter size={18} />
          </ActionIcon>
        </Tooltip>
        {addFilter}
      </div>
      <QueryProblemText id={errorId} problems={problems} />
      {children}
    </div>
  )
}

/** Shows that the dashboard is overridden, so that it is not mistaken for its saved state. */
function OverrideMark({ override, onOverride }: Pick<DashboardBarProps, 'override' | 'onOverride'>) {
  const t = useText()
  const { timerange: _, ...withoutRange } = override
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Badge color="amber" size="lg" radius="sm">
        {t('dashboards.bar.overridden')}
      </Badge>
      {override.timerange !== undefined && (
        <Button size="compact-sm" variant="default" onClick={() => onOverride(withoutRange)}>
          {t('dashboards.bar.noRange')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconFilterOff size={14} />}
        onClick={() => onOverride(noOverride)}
      >
        {t('dashboards.bar.reset')}
      </Button>
    </Group>
  )
}
