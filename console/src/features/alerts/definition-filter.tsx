import { useText } from '../../base/text/text.tsx'
import { FilterSelect } from '../../ui/data-table/filter-select.tsx'
import type { ListState } from '../../ui/data-table/list-state.ts'

export interface DefinitionChoice {
  readonly id: string
  readonly title: string
}

interface DefinitionFilterProps {
  readonly list: ListState
  readonly definitions: readonly DefinitionChoice[]
}

export function DefinitionFilter({ list, definitions }: DefinitionFilterProps) {
  const t = useText()
  return (
    <FilterSelect
      list={list}
      name="definition"
      label={t('alerts.definition')}
      all={t('alerts.definition.all')}
      choices={definitions.map(({ id, title }) => ({ value: id, label: title }))}
      isData
    />
  )
}
