import {
  AGGREGATION_FUNCTIONS,
  LEVEL_DIRECTIONS,
  MAX_WEEKS,
  type UnusualLevelConfig,
} from '@logyard/contract/events/processor-configs'
import { Group, NumberInput } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { TypedSelect } from '../../../../ui/typed-select.tsx'
import { seriesId } from '../../model/condition-tree.ts'
import { FieldInput, GroupByField } from '../field-inputs.tsx'
import type { OwnFieldsProps } from './own-fields-props.ts'

/** A figure, and how far from its usual level it has to be. */
export function UnusualLevelFields(props: OwnFieldsProps<UnusualLevelConfig>) {
  const { config, errors, onConfig } = props
  const t = useText()
  return (
    <>
      <SeriesFields {...props} />
      <TypedSelect
        label={t('definitions.level.direction')}
        maw={320}
        choices={LEVEL_DIRECTIONS}
        labelOf={(direction) => t(`definitions.level.direction.${direction}`)}
        value={config.direction}
        onChange={(direction) => onConfig({ ...config, direction })}
      />
      <NumberInput
        label={t('definitions.level.sensitivity')}
        description={t('definitions.level.sensitivity.help')}
        allowDecimal
        min={0.5}
        max={100}
        step={0.5}
        styles={{ wrapper: { maxWidth: 160 } }}
        value={config.sensitivity}
        error={errors['sensitivity']}
        onChange={(sensitivity) => typeof sensitivity === 'number' && onConfig({ ...config, sensitivity })}
      />
      <NumberInput
        label={t('definitions.level.weeks')}
        description={t('definitions.level.weeks.help')}
        min={2}
        max={MAX_WEEKS}
        styles={{ wrapper: { maxWidth: 160 } }}
        value={config.weeks}
        error={errors['weeks']}
        onChange={(weeks) => typeof weeks === 'number' && onConfig({ ...config, weeks })}
      />
      <GroupByField
        label={t('definitions.groupBy.optional')}
        description={t('definitions.groupBy.help')}
        streams={config.streams}
        value={config.group_by}
        error={errors['group_by']}
        onChange={(fields) => onConfig({ ...config, group_by: [...fields] })}
      />
    </>
  )
}

function SeriesFields({ config, errors, onConfig }: OwnFieldsProps<UnusualLevelConfig>) {
  const t = useText()
  const { function: name, field } = config.series
  const change = (nextName: typeof name, nextField: string) =>
    onConfig({
      ...config,
      series: {
        id: seriesId(nextName, nextField),
        function: nextName,
        field: nextField.trim() === '' ? null : nextField.trim(),
      },
    })
  return (
    <Group align="flex-start" gap="xs">
      <TypedSelect
        label={t('definitions.level.series')}
        choices={AGGREGATION_FUNCTIONS}
        labelOf={(next) => `${next}()`}
        value={name}
        onChange={(next) => change(next, field ?? '')}
      />
      <FieldInput
        label={t(name === 'count' ? 'definitions.conditions.field.optional' : 'definitions.field')}
        streams={config.streams}
        value={field ?? ''}
        error={errors['series']}
        onChange={(next) => change(name, next)}
      />
    </Group>
  )
}
