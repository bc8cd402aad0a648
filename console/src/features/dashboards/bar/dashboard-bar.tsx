/** The line above a dashboard: its title, and overrides for all widgets (a time range, filters, a query). */
import { Badge, Button, Group, Stack } from '@mantine/core'
import { IconFilter, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { CheckedQuery } from '../../../query/query-input/checked-query.tsx'
import { useQueryHistory } from '../../../query/query-input/use-query-history.ts'
import { useTextDraft } from '../../../query/query-input/use-text-draft.ts'
import { RefreshControl } from '../../../query/refresh/refresh-control.tsx'
import type { Refresh } from '../../../query/refresh/refresh-intervals.ts'
import { DEFAULT_RANGE } from '../../../query/time-range/time-range.ts'
import { TimeRangePicker } from '../../../query/time-range/time-range-picker.tsx'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { isOverriding, noOverride, type Override } from '../../../view-document/dashboards/dashboard-search.ts'
import type { DashboardSession, DashboardState } from '../editing/dashboard-session.ts'
import classes from './dashboard-bar.module.css'
import { DashboardHeading } from './dashboard-heading.tsx'
import { AddFilter, FilterRow } from './filter-row.tsx'

interface DashboardBarProps {
  readonly session: DashboardSession
  readonly state: DashboardState
  readonly isEditing: boolean
  readonly refresh: Refresh
  readonly onRefresh: (refresh: Refresh) => void
  readonly query: {
    readonly handle: RefObject<CodeFieldHandle | null>
    readonly isShown: boolean
    readonly setShown: (isShown: boolean) => void
  }
  /** Shown at the end of the first row. */
  readonly controls: ReactNode
  /** Shown in rows of their own. */
  readonly children: ReactNode
}

const NO_STREAMS: readonly string[] = []

export function DashboardBar(props: DashboardBarProps) {
  const { session, state, isEditing, refresh, onRefresh, query, controls, children } = props
  const { override, history: edits, view } = state
  const onOverride = session.setOverride
  const t = useText()
  const [draft, setDraft] = useTextDraft(override.text)
  const history = useQueryHistory()
  const submit = () => {
    history.remember(draft)
    onOverride({ ...override, text: draft })
  }
  const isChanged = draft !== override.text
  const { isShown, handle } = query
  useEffect(() => {
    if (isShown) handle.current?.focus()
  }, [isShown, handle])
  const hasQuery = isShown || isChanged || override.text !== ''
  return (
    <Stack gap={6} py={4} role="search" aria-label={t('dashboards.bar')}>
      <Group gap="6px var(--mantine-spacing-xs)">
        <DashboardHeading view={view} />
        <Group gap={4} wrap="nowrap" miw={0}>
          <TimeRangePicker
            hasShortcut
            range={override.timerange}
            placeholder={t('dashboards.bar.noOverride')}
            effective={undefined}
            onPick={(timerange) => onOverride({ ...override, timerange })}
          />
          <RefreshControl refresh={refresh} onChange={onRefresh} />
          <ToolButton
            label={t(isChanged ? 'dashboards.bar.run.changed' : 'dashboards.bar.run')}
            size={36}
            variant={isChanged ? 'filled' : 'default'}
            color="spruce"
            onClick={submit}
          >
            <IconRefresh size={16} />
          </ToolButton>
          <ToolButton
            label={t('dashboards.bar.query.show')}
            tooltip={t('dashboards.bar.query')}
            size={36}
            variant="default"
            aria-expanded={hasQuery}
            onClick={() => query.setShown(!isShown)}
          >
            <IconFilter size={16} />
          </ToolButton>
        </Group>
        <FilterRow session={session} state={state} canEdit={isEditing} />
        {isOverriding(override) && <OverrideMark override={override} onOverride={onOverride} />}
        <div className={classes['controls']}>{controls}</div>
      </Group>
      {(hasQuery || isEditing) && (
        <CheckedQuery
          label={t('dashboards.bar.query')}
          placeholder={t('dashboards.bar.query.placeholder')}
          value={draft}
          onChange={setDraft}
          onRun={submit}
          history={history}
          handle={handle}
          streams={NO_STREAMS}
          timerange={override.timerange ?? DEFAULT_RANGE}
          parameters={edits.present.parameters}
          submitted={override.text}
          onFix={(text) => {
            setDraft(text)
            onOverride({ ...override, text })
          }}
        >
          {(input) => (
            <Group gap="xs" align="flex-start" wrap="nowrap">
              {input}
              {isEditing && <AddFilter session={session} state={state} />}
            </Group>
          )}
        </CheckedQuery>
      )}
      {children}
    </Stack>
  )
}

/** Shows that the dashboard is overridden, so that it is not mistaken for its saved state. */
function OverrideMark({ override, onOverride }: { override: Override; onOverride: (override: Override) => void }) {
  const t = useText()
  const { timerange: _, ...withoutRange } = override
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Badge color="gray" size="lg" tt="none">
        {t('dashboards.bar.overridden')}
      </Badge>
      {override.timerange !== undefined && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onOverride(withoutRange)}>
          {t('dashboards.bar.noRange')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onOverride(noOverride)}>
        {t('dashboards.bar.reset')}
      </Button>
    </Group>
  )
}
