import { NUMBER_UNITS, type NumberFormat, type Series } from '@logyard/contract/views/view-state'
import { Group, Select, TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { guessedFormat } from '../../view-document/model/number-unit.ts'

const AUTOMATIC = 'auto'
const LONGEST_SUFFIX = 20

/** The unit of a metric; without a choice its field name decides. */
export function MetricUnit({ series, onChange }: { series: Series; onChange: (series: Series) => void }) {
  const t = useText()
  const { name, format } = series.config
  const choose = (next: NumberFormat | undefined) =>
    onChange({ ...series, config: { name, ...(next === undefined ? {} : { format: next }) } })
  const pick = (value: string | null) => {
    const unit = NUMBER_UNITS.find((known) => known === value)
    choose(unit === undefined ? undefined : { unit, ...(unit === 'custom' ? { suffix: format?.suffix ?? '' } : {}) })
  }
  const { unit: guessed } = guessedFormat(series.function)
  return (
    <Group gap="xs" grow align="flex-end">
      <Select
        size="xs"
        label={t('widgets.editor.unit')}
        allowDeselect={false}
        data={[
          { value: AUTOMATIC, label: t('widgets.editor.unit.auto', { unit: t(`widgets.unit.${guessed}`) }) },
          ...NUMBER_UNITS.map((unit) => ({ value: unit, label: t(`widgets.unit.${unit}`) })),
        ]}
        value={format?.unit ?? AUTOMATIC}
        onChange={pick}
      />
      {format?.unit === 'custom' && (
        <TextInput
          size="xs"
          label={t('widgets.editor.suffix')}
          placeholder="req/s"
          maxLength={LONGEST_SUFFIX}
          value={format.suffix ?? ''}
          onChange={(event) => choose({ unit: 'custom', suffix: event.currentTarget.value })}
        />
      )}
    </Group>
  )
}
