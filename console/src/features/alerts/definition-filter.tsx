import { NativeSelect } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'

export interface DefinitionChoice {
  readonly id: string
  readonly title: string
}

interface DefinitionFilterProps {
  readonly definitions: readonly DefinitionChoice[]
  readonly chosen: string | undefined
  readonly onChange: (id: string | undefined) => void
}

export function DefinitionFilter({ definitions, chosen, onChange }: DefinitionFilterProps) {
  const t = useText()
  const known = definitions.map(({ id, title }) => ({ value: id, label: title }))
  // A link may name a definition that was deleted.
  const isMissing = chosen !== undefined && !known.some(({ value }) => value === chosen)
  return (
    <NativeSelect
      size="xs"
      maw={220}
      aria-label={t('alerts.definition')}
      value={chosen ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    >
      <option value="">{t('alerts.definition.all')}</option>
      {[...known, ...(isMissing ? [{ value: chosen, label: chosen }] : [])].map(({ value, label }) => (
        <option key={value} value={value} translate="no">
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}
