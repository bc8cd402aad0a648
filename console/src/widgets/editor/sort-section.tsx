import type { AggregationConfig, SortConfig } from '@logyard/contract/view-state'
import { Group, SegmentedControl, Select } from '@mantine/core'
import { useText } from '../../app/text/text.tsx'
import { seriesName } from '../series-function.ts'

export interface SortSectionProps {
  readonly config: AggregationConfig
  readonly onChange: (sort: SortConfig[]) => void
}

const idOf = ({ type, field }: Pick<SortConfig, 'type' | 'field'>) => `${type}:${field}`

/** By one of the row fields or metrics, or as the server gives them. */
export function SortSection({ config, onChange }: SortSectionProps) {
  const t = useText()
  const [sort] = config.sort
  const choices = [
    ...config.row_pivots.map(({ field }) => ({ type: 'pivot' as const, field, label: field })),
    ...config.series.map((series) => ({ type: 'series' as const, field: series.function, label: seriesName(series) })),
  ].filter((choice, index, all) => all.findIndex((other) => idOf(other) === idOf(choice)) === index)
  const pick = (id: string | null) => {
    const choice = choices.find((one) => idOf(one) === id)
    if (choice === undefined) return onChange([])
    const { type, field } = choice
    onChange([{ type, field, direction: type === 'pivot' ? 'Ascending' : 'Descending' }])
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <Select
        size="xs"
        flex={1}
        label={t('widgets.editor.sorting')}
        placeholder={t('widgets.editor.sorting.none')}
        clearable
        attributes={{ option: { translate: 'no' } }}
        data={choices.map((choice) => ({ value: idOf(choice), label: choice.label }))}
        value={sort === undefined ? null : idOf(sort)}
        onChange={pick}
      />
      {sort !== undefined && (
        <SegmentedControl
          size="xs"
          aria-label={t('widgets.editor.direction')}
          data={[
            { value: 'Ascending', label: t('widgets.editor.direction.Ascending') },
            { value: 'Descending', label: t('widgets.editor.direction.Descending') },
          ]}
          value={sort.direction}
          onChange={(direction) => onChange([{ ...sort, direction }])}
        />
      )}
    </Group>
  )
}
