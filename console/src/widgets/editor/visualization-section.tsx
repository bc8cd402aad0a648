import {
  type AggregationConfig,
  BAR_MODES,
  INTERPOLATIONS,
  TREND_PREFERENCES,
  VISUALIZATIONS,
} from '@logyard/contract/views/view-state'
import { Checkbox, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { takesEvents, withOptions, withVisualization } from '../../view-document/model/aggregation-config.ts'
import { barOf, lineOf, trendOf } from '../../view-document/model/view-model.ts'

export interface VisualizationSectionProps {
  readonly config: AggregationConfig
  readonly onChange: (config: AggregationConfig) => void
}

/** The visualization and its options. */
export function VisualizationSection({ config, onChange }: VisualizationSectionProps) {
  const t = useText()
  const pick = (value: string | null) => {
    const visualization = VISUALIZATIONS.find((known) => known === value)
    if (visualization !== undefined) onChange(withVisualization(config, visualization))
  }
  return (
    <Stack gap="xs">
      <Select
        size="xs"
        label={t('widgets.editor.visualization')}
        allowDeselect={false}
        data={VISUALIZATIONS.map((value) => ({ value, label: t(`widgets.visualization.${value}`) }))}
        value={config.visualization}
        onChange={pick}
      />
      <Options config={config} onChange={onChange} />
      {takesEvents(config) && (
        <Checkbox
          size="xs"
          label={t('widgets.editor.events')}
          description={t('widgets.editor.events.help')}
          checked={config.event_annotation}
          onChange={(event) => onChange({ ...config, event_annotation: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}

function Options({ config, onChange }: VisualizationSectionProps) {
  const t = useText()
  switch (config.visualization) {
    case 'bar':
      return (
        <Choice
          label={t('widgets.editor.barmode')}
          values={BAR_MODES}
          text={(mode) => t(`widgets.editor.barmode.${mode}`)}
          value={barOf(config).barmode}
          onChange={(barmode) => onChange(withOptions(config, { barmode }))}
        />
      )
    case 'line':
    case 'area':
      return (
        <Choice
          label={t('widgets.editor.interpolation')}
          values={INTERPOLATIONS}
          text={(interpolation) => t(`widgets.editor.interpolation.${interpolation}`)}
          value={lineOf(config).interpolation}
          onChange={(interpolation) => onChange(withOptions(config, { interpolation }))}
        />
      )
    case 'numeric': {
      const options = trendOf(config)
      return (
        <>
          <Checkbox
            size="xs"
            label={t('widgets.editor.trend')}
            checked={options.trend}
            onChange={(event) => onChange(withOptions(config, { ...options, trend: event.currentTarget.checked }))}
          />
          {options.trend && (
            <Choice
              label={t('widgets.editor.preference')}
              values={TREND_PREFERENCES}
              text={(preference) => t(`widgets.editor.preference.${preference}`)}
              value={options.trend_preference}
              onChange={(trend_preference) => onChange(withOptions(config, { ...options, trend_preference }))}
            />
          )}
        </>
      )
    }
    default:
      return null
  }
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly text: (value: Value) => string
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, values, text, value, onChange }: ChoiceProps<Value>) {
  return (
    <div>
      <Text size="xs" fw={500} mb={3}>
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={label}
        data={values.map((one) => ({ value: one, label: text(one) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
