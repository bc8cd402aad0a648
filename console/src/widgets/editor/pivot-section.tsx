import type { TimeInterval, TimeUnit, WidgetPivot } from '@logyard/contract/views/view-state'
import { Checkbox, Group, NumberInput, Select, Slider, Stack } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { FieldSelect } from '../../messages-table/fields/field-select.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { SortableList } from '../../ui/sortable-list/sortable-list.tsx'
import { pivotOf } from '../../view-document/model/aggregation-config.ts'

const UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'] as const satisfies readonly TimeUnit[]
type OfferedUnit = (typeof UNITS)[number]
const isOffered = (unit: string): unit is OfferedUnit => UNITS.some((offered) => offered === unit)

export interface PivotSectionProps {
  readonly label: string
  readonly help: string
  readonly pivots: readonly WidgetPivot[]
  readonly onChange: (pivots: WidgetPivot[]) => void
}

/** The fields to group by, outermost first, each with its interval or limit. */
export function PivotSection({ label, help, pivots, onChange }: PivotSectionProps) {
  const { typeOf } = useFieldTypes()
  const t = useText()
  const hint = (pivot: WidgetPivot) => {
    if (pivot.type === 'values') return t('widgets.editor.valuesHint', { limit: pivot.config.limit })
    const { interval } = pivot.config
    if (interval.type === 'auto') return t('widgets.editor.autoHint')
    return isOffered(interval.unit)
      ? t(`widgets.editor.unit.${interval.unit}`, { count: interval.value })
      : interval.unit
  }
  return (
    <Stack gap={4}>
      <FieldSelect
        label={label}
        description={help}
        placeholder={t('widgets.editor.addField')}
        onPick={(field) => onChange([...pivots, pivotOf(field, typeOf(field))])}
      />
      <SortableList
        label={label}
        items={pivots}
        nameOf={({ field }) => field}
        hintOf={hint}
        onChange={onChange}
        settings={(pivot, replace) =>
          pivot.type === 'time' ? (
            <IntervalSettings
              interval={pivot.config.interval}
              onChange={(interval) => replace({ ...pivot, config: { interval } })}
            />
          ) : (
            <NumberInput
              size="xs"
              label={t('widgets.editor.values')}
              min={1}
              value={pivot.config.limit}
              onChange={(limit) => Number(limit) >= 1 && replace({ ...pivot, config: { limit: Number(limit) } })}
            />
          )
        }
      />
    </Stack>
  )
}

const LEAST_FACTOR = 0.5
const MOST_FACTOR = 10

function IntervalSettings({
  interval,
  onChange,
}: {
  interval: TimeInterval
  onChange: (interval: TimeInterval) => void
}) {
  const t = useText()
  const isAuto = interval.type === 'auto'
  const factor = isAuto ? 1 / (interval.scaling ?? 1) : 1
  return (
    <Stack gap="xs">
      <Checkbox
        size="xs"
        label={t('widgets.editor.auto')}
        checked={isAuto}
        onChange={(event) =>
          onChange(
            event.currentTarget.checked
              ? { type: 'auto', scaling: 1 }
              : { type: 'timeunit', value: 1, unit: 'minutes' },
          )
        }
      />
      {isAuto ? (
        <>
          <Slider
            size="sm"
            min={LEAST_FACTOR}
            max={MOST_FACTOR}
            step={0.5}
            value={factor}
            label={null}
            thumbLabel={t('widgets.editor.factor')}
            onChange={(next) => onChange({ type: 'auto', scaling: 1 / next })}
          />
          <Dimmed size="xs">{t('widgets.editor.currently', { factor })}</Dimmed>
        </>
      ) : (
        <Group gap="xs" grow>
          <NumberInput
            size="xs"
            aria-label={t('widgets.editor.intervalValue')}
            min={1}
            value={interval.value}
            onChange={(value) => Number(value) >= 1 && onChange({ ...interval, value: Number(value) })}
          />
          <Select
            size="xs"
            aria-label={t('widgets.editor.intervalUnit')}
            allowDeselect={false}
            data={UNITS.map((unit) => ({ value: unit, label: t(`widgets.editor.unitName.${unit}`) }))}
            value={interval.unit}
            onChange={(unit) => unit !== null && isOffered(unit) && onChange({ ...interval, unit })}
          />
        </Group>
      )}
    </Stack>
  )
}
