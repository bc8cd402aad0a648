import type { SortConfig } from '@logyard/contract/views/view-state'
import { Group, SegmentedControl, Select } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'

export interface SortChoiceProps {
  readonly choices: readonly (Pick<SortConfig, 'type' | 'field'> & { readonly label: string })[]
  readonly sort: readonly SortConfig[]
  readonly onChange: (sort: SortConfig[]) => void
}

const idOf = ({ type, field }: Pick<SortConfig, 'type' | 'field'>) => `${type}:${field}`
/** Further options are found by typing. */
const OFFERED = 200

/** One field or metric in one direction, or the order of the results. */
export function SortChoice({ choices, sort: [sort], onChange }: SortChoiceProps) {
  const t = useText()
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
        searchable
        limit={OFFERED}
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
