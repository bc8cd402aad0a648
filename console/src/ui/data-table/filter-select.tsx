import { NativeSelect } from '@mantine/core'
import type { ListState } from './list-state.ts'

interface FilterSelectProps {
  readonly list: ListState
  /** The name of the filter in `list.filters`. */
  readonly name: string
  readonly label: string
  /** The choice that does not filter. */
  readonly all: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  /** The choices are names of objects, which are not translated. A chosen object that is gone stays chosen. */
  readonly isData?: true
}

/** A filter of a list, by one of a few values. */
export function FilterSelect({ list, name, label, all, choices, isData }: FilterSelectProps) {
  const chosen = list.filters[name] ?? ''
  const isGone = isData === true && chosen !== '' && !choices.some(({ value }) => value === chosen)
  return (
    <NativeSelect
      size="xs"
      maw={220}
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => list.filter(name, currentTarget.value || undefined)}
    >
      <option value="">{all}</option>
      {[...choices, ...(isGone ? [{ value: chosen, label: chosen }] : [])].map((choice) => (
        <option key={choice.value} value={choice.value} translate={isData ? 'no' : undefined}>
          {choice.label}
        </option>
      ))}
    </NativeSelect>
  )
}
