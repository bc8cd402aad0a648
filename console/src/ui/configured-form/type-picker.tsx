/** Picks the type of a new configured entity. */
import { Button, Group, Select } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './type-picker.module.css'

interface TypePickerProps<Type> {
  /** Types by id, in the order of the list; `undefined` until they are loaded. */
  readonly types: readonly { readonly id: string; readonly name: string; readonly type: Type }[] | undefined
  readonly label: string
  readonly placeholder: string
  readonly nothingFound: string
  readonly buttonLabel: string
  readonly onPick: (type: Type) => void
}

export function TypePicker<Type>({ types, buttonLabel, onPick, ...texts }: TypePickerProps<Type>) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = types?.find(({ id }) => id === chosenId)
  return (
    <Group gap="xs" wrap="nowrap" className={classes['picker'] ?? ''}>
      <Select
        searchable
        className={classes['type'] ?? ''}
        attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
        aria-label={texts.label}
        placeholder={texts.placeholder}
        nothingFoundMessage={texts.nothingFound}
        data={types?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={chosenId}
        onChange={setChosenId}
        disabled={types === undefined || types.length === 0}
      />
      <Button
        className={classes['button'] ?? ''}
        leftSection={<IconPlayerPlay size={15} />}
        disabled={chosen === undefined}
        onClick={() => chosen !== undefined && onPick(chosen.type)}
      >
        {buttonLabel}
      </Button>
    </Group>
  )
}
