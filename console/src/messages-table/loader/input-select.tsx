import { listInputs } from '@logyard/contract/ingest/inputs'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pickQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'

interface InputSelectProps {
  readonly value: string | null
  readonly isOptional?: boolean
  readonly onChange: (id: string | null) => void
}

export function InputSelect({ value, isOptional = false, onChange }: InputSelectProps) {
  const t = useText()
  const call = useCall()
  const inputs = useQuery(pickQuery(call, ['inputs', 'for-message-loader'], ({ inputs: all }) => all, listInputs))
  const options = (inputs.data ?? [])
    .map(({ id, title, name }) => ({ value: id, label: `${title} (${name})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <Select
      flex="1 1 220px"
      label={t(isOptional ? 'messages.load.input.optional' : 'messages.load.input')}
      placeholder={t('messages.load.input.choose')}
      data={options}
      value={value}
      searchable
      clearable={isOptional}
      // Screen readers would announce a closed list that stays mounted.
      comboboxProps={{ keepMounted: false }}
      renderOption={({ option }) => <span translate="no">{option.label}</span>}
      onChange={onChange}
    />
  )
}
