/** The line above a dashboard: its title, and overrides for all widgets (a time range, filters, a query). */
import type { Parameter } from '@logyard/contract/search/searches'
import { IconFilter, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useQueryHistory } from '../../../query/query-input/use-query-history.ts'
import { useTextDraft } from '../../../query/query-input/use-text-draft.ts'
import { RefreshControl } from '../../../query/refresh/refresh-control.tsx'
import type { Refresh } from '../../../query/refresh/refresh-intervals.ts'
import { TimeRangePicker } from '../../../query/time-range/time-range-picker.tsx'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { isOverriding, type Override } from '../../../view-document/dashboards/dashboard-search.ts'
import classes from './dashboard-bar.module.css'
import { FilterQuery } from './filter-query.tsx'
import { OverrideMark } from './override-mark.tsx'

interface DashboardBarProps {
  readonly heading: ReactNode
  readonly override: Override
  readonly parameters: readonly Parameter[]
  readonly onOverride: (override: Override) => void
  readonly refresh: Refresh
  readonly onRefresh: (refresh: Refresh) => void
  readonly query: {
    readonly handle: RefObject<CodeFieldHandle | null>
    readonly isShown: boolean
    readonly setShown: (isShown: boolean) => void
  }
  /** The filters by field. */
  readonly filters: ReactNode
  /** Shown at the end of the first row. */
  readonly controls: ReactNode
  /** Shown beside the query. */
  readonly addFilter: ReactNode
  /** Shown in rows of their own. */
  readonly children: ReactNode
}

export function DashboardBar(props: DashboardBarProps) {
  const { heading, override, parameters, onOverride, refresh, onRefresh, query, filters, controls, addFilter } = props
  const t = useText()
  const [draft, setDraft] = useTextDraft(override.text)
  const history = useQueryHistory()
  const submit = () => {
    history.remember(draft)
    onOverride({ ...override, text: draft })
  }
  const isChanged = draft !== override.text
  const runLabel = t(isChanged ? 'dashboards.bar.run.changed' : 'dashboards.bar.run')
  const { isShown, handle } = query
  useEffect(() => {
    if (isShown) handle.current?.focus()
  }, [isShown, handle])
  const hasQuery = isShown || isChanged || override.text !== ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers from last year do not support the <search> element
    <div role="search" className={classes['bar']} aria-label={t('dashboards.bar')}>
      <div className={classes['row']}>
        {heading}
        <div className={classes['tools']}>
          <TimeRangePicker
            hasShortcut
            range={override.timerange}
            placeholder={t('dashboards.bar.noOverride')}
            effective={undefined}
            onPick={(timerange) => onOverride({ ...override, timerange })}
          />
          <RefreshControl refresh={refresh} onChange={onRefresh} />
          <ToolButton
            label={runLabel}
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
        </div>
        {filters}
        {isOverriding(override) && <OverrideMark override={override} onOverride={onOverride} />}
        <div className={classes['controls']}>{controls}</div>
      </div>
      {(hasQuery || addFilter !== undefined) && (
        <FilterQuery
          draft={draft}
          onDraft={setDraft}
          onRun={submit}
          onFix={(text) => {
            setDraft(text)
            onOverride({ ...override, text })
          }}
          override={override}
          parameters={parameters}
          history={history}
          handle={handle}
        >
          {addFilter}
        </FilterQuery>
      )}
      {props.children}
    </div>
  )
}
