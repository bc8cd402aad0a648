/** Picks the type of a new configured entity. */
import { Button, Group, Select } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'

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
    <Group gap="xs" wrap="nowrap" maw="100%">
      <Select
        searchable
        flex="0 1 260px"
        miw={0}
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
        flex="none"
        leftSection={<IconPlayerPlay size={15} />}
        disabled={chosen === undefined}
        onClick={() => chosen !== undefined && onPick(chosen.type)}
      >
        {buttonLabel}
      </Button>
    </Group>
  )
}
