import { Select } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { type KnownField, useFieldTypes } from '../../query/fields/field-types.ts'

export interface FieldSelectProps {
  readonly label: string
  readonly description?: string
  readonly placeholder: string
  /** Absent: every field. A name that is typed in full is always accepted. */
  readonly isOffered?: ((field: KnownField) => boolean) | undefined
  /** In a popover: a list at the end of the document would be outside of it, and close it at once. */
  readonly isInPopover?: boolean
  readonly onPick: (field: string) => void
}

/** Further fields are found by typing. */
const OFFERED = 200

/** Chooses a field by name; a field that no message has yet can be typed in full. */
export function FieldSelect({
  label,
  description,
  placeholder,
  isOffered,
  isInPopover = false,
  onPick,
}: FieldSelectProps) {
  const t = useText()
  const { fields } = useFieldTypes()
  const [search, setSearch] = useState('')
  const offered = isOffered === undefined ? fields : fields.filter(isOffered)
  const known = offered.map(({ name, type }) => ({ value: name, label: `${name} – ${type.type}` }))
  const typed = search.trim()
  const isNew = typed !== '' && !known.some(({ value, label: shown }) => value === typed || shown === typed)
  const data = isNew ? [...known, { value: typed, label: t('widgets.editor.otherField', { name: typed }) }] : known
  return (
    <Select
      size="xs"
      label={label}
      description={description}
      placeholder={placeholder}
      searchable
      limit={OFFERED}
      comboboxProps={{ withinPortal: !isInPopover }}
      attributes={{ option: { translate: 'no' } }}
      data={data}
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(field) => {
        if (field === null) return
        onPick(field)
        setSearch('')
      }}
    />
  )
}
