/** A widget's own time range, streams and query, above its settings. */
import type { Parameter } from '@logyard/contract/search/searches'
import type { Widget } from '@logyard/contract/views/view-state'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { CheckedQuery } from '../../../query/query-input/checked-query.tsx'
import { useQueryHistory } from '../../../query/query-input/use-query-history.ts'
import { loadStepTools } from '../../../query/query-input/use-step-tools.ts'
import { useTextDraft } from '../../../query/query-input/use-text-draft.ts'
import { StreamFilter } from '../../../query/stream-picker/stream-filter.tsx'
import { DEFAULT_RANGE } from '../../../query/time-range/time-range.ts'
import { TimeRangePicker } from '../../../query/time-range/time-range-picker.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import { isOverriding, noOverride } from '../../../view-document/dashboards/dashboard-search.ts'
import { parametersOf } from '../../../view-document/dashboards/widget-parameters.ts'
import { formOf, isSteps, stepsConfig, stepsOf } from '../../../view-document/model/table-widget.ts'
import { DashboardParameters } from '../bar/dashboard-parameters.tsx'
import { activePage, type DashboardSession, type DashboardState } from '../editing/dashboard-session.ts'

interface WidgetQueryBarProps {
  readonly widget: Widget
  readonly session: DashboardSession
  readonly state: DashboardState
}

export function WidgetQueryBar({ widget, session, state }: WidgetQueryBarProps) {
  const t = useText()
  const { override, history } = state
  const used = parametersOf(widget, { page: activePage(state), override })
  if (!isOverriding(override)) {
    return (
      <OwnQuery widget={widget} parameters={history.present.parameters}>
        <DashboardParameters session={session} state={state} canEdit used={used} />
      </OwnQuery>
    )
  }
  return (
    <Alert color="amber" m="md" mb={0}>
      <Group justify="space-between" gap="md">
        <Text size="sm">{t('dashboards.widget.overridden')}</Text>
        <Button size="xs" variant="default" onClick={() => session.setOverride(noOverride)}>
          {t('dashboards.widget.resetFilter')}
        </Button>
      </Group>
    </Alert>
  )
}

interface OwnQueryProps {
  readonly widget: Widget
  readonly parameters: readonly Parameter[]
  /** Shown below the query. */
  readonly children: ReactNode
}

function OwnQuery({ widget, parameters, children }: OwnQueryProps) {
  const t = useText()
  const { updateWidget } = useSearchActions()
  const hasSteps = isSteps(widget)
  const query = widget.query?.query_string ?? ''
  const stored = hasSteps ? `${query} ${stepsOf(widget)}`.trim() : query
  const timerange = widget.timerange ?? DEFAULT_RANGE
  const [draft, setDraft] = useTextDraft(stored)
  const history = useQueryHistory()
  const apply = async (text: string) => {
    history.remember(text)
    if (!hasSteps) return updateWidget({ ...widget, query: { type: 'elasticsearch', query_string: text } })
    const { query: query_string, steps } = (await loadStepTools()).splitQuery(text)
    const config = stepsConfig(steps, formOf(widget))
    updateWidget({ ...widget, query: { type: 'elasticsearch', query_string }, config })
  }
  const submit = () => {
    if (draft !== stored) void apply(draft)
  }
  return (
    <Stack
      role="search"
      aria-label={t('dashboards.widget.search')}
      gap="xs"
      px="md"
      py="sm"
      style={{ borderBottom: '1px solid var(--ly-border)' }}
    >
      <Group gap="xs" align="flex-start">
        <TimeRangePicker
          range={timerange}
          effective={undefined}
          onPick={(range) => updateWidget({ ...widget, timerange: range })}
        />
        <StreamFilter
          streams={widget.streams}
          onChange={(streams) => updateWidget({ ...widget, streams: [...streams] })}
        />
      </Group>
      <CheckedQuery
        label={t('search.query')}
        hasSteps={hasSteps}
        placeholder={t('search.query.placeholder')}
        value={draft}
        onChange={setDraft}
        onRun={submit}
        history={history}
        handle={null}
        streams={widget.streams}
        timerange={timerange}
        parameters={parameters}
        submitted={stored}
        onFix={(text) => void apply(text)}
      >
        {(input) => (
          // A typed query applies as soon as the field loses the focus, also to the save button.
          <Group gap="xs" align="flex-start" wrap="nowrap" onBlur={submit}>
            {input}
            <ToolButton label={t('search.run')} size={38} variant="filled" color="spruce" onClick={submit}>
              <IconSearch size={18} />
            </ToolButton>
          </Group>
        )}
      </CheckedQuery>
      {children}
    </Stack>
  )
}
