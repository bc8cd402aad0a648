import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { Checkbox, Stack } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { settledConfig, withCount, withValueAxis } from '../../view-document/model/aggregation-config.ts'
import { seriesName } from '../../view-document/model/series-function.ts'
import { takesThresholds, takesValueAxis } from '../aggregation/thresholds.ts'
import { FormulaSection } from './formula-section.tsx'
import { MetricSection } from './metric-section.tsx'
import { PivotSection } from './pivot-section.tsx'
import { SortChoice, type SortChoiceProps } from './sort-choice.tsx'
import { ThresholdSection } from './threshold-section.tsx'
import { ValueAxisSection } from './value-axis-section.tsx'
import { VisualizationSection } from './visualization-section.tsx'

export interface AggregationSettingsProps {
  readonly config: AggregationConfig
  readonly onChange: (config: AggregationConfig) => void
}

/** All settings of an aggregation. */
export function AggregationSettings({ config, onChange }: AggregationSettingsProps) {
  const t = useText()
  const change = (changes: Partial<AggregationConfig>) =>
    onChange(settledConfig(withCount(config, { ...config, ...changes })))
  return (
    <Stack gap="md">
      <VisualizationSection config={config} onChange={(next) => onChange(settledConfig(next))} />
      <PivotSection
        label={t('widgets.editor.rows')}
        help={t('widgets.editor.rows.help')}
        pivots={config.row_pivots}
        onChange={(row_pivots) => change({ row_pivots })}
      />
      <PivotSection
        label={t('widgets.editor.columns')}
        help={t('widgets.editor.columns.help')}
        pivots={config.column_pivots}
        onChange={(column_pivots) => change({ column_pivots })}
      />
      {config.column_pivots.length > 0 && (
        <Checkbox
          size="xs"
          label={t('widgets.editor.rollup')}
          description={t('widgets.editor.rollup.help')}
          checked={config.rollup}
          onChange={(event) => change({ rollup: event.currentTarget.checked })}
        />
      )}
      <MetricSection series={config.series} onChange={(series) => change({ series })} />
      {config.series.length > 0 && <FormulaSection config={config} onChange={change} />}
      {takesThresholds(config) && (
        <ThresholdSection thresholds={config.thresholds ?? []} onChange={(thresholds) => change({ thresholds })} />
      )}
      {takesValueAxis(config) && (
        <ValueAxisSection axis={config.value_axis} onChange={(axis) => onChange(withValueAxis(config, axis))} />
      )}
      <SortChoice choices={sortChoices(config)} sort={config.sort} onChange={(sort) => change({ sort })} />
    </Stack>
  )
}

function sortChoices({ row_pivots, series, formulas = [] }: AggregationConfig): SortChoiceProps['choices'] {
  const fields = [...new Set(row_pivots.map(({ field }) => field))]
  return [
    ...fields.map((field) => ({ type: 'pivot' as const, field, label: field })),
    ...series.map((one) => ({ type: 'series' as const, field: one.function, label: seriesName(one) })),
    ...formulas.map(({ formula, name }) => ({ type: 'series' as const, field: formula, label: name || formula })),
  ]
}
