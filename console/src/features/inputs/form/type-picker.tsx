import type { InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Button, Combobox, Text, useCombobox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { type DescribedType, groupTypes } from './input-type-groups.ts'

interface TypePickerProps {
  /** Types by id; `undefined` until they are loaded. */
  readonly types: Readonly<Record<string, InputTypeInfo>> | undefined
  readonly onPick: (type: InputTypeInfo) => void
}

/** The types of inputs in groups, each with a line that says who sends to it. The search finds both. */
export function TypePicker({ types = {}, onPick }: TypePickerProps) {
  const t = useText()
  const [text, setText] = useState('')
  const combobox = useCombobox({
    onDropdownClose() {
      setText('')
      combobox.resetSelectedOption()
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const words = text.trim().toLowerCase()
  const isWanted = ({ type, text: id }: DescribedType) =>
    `${type.name} ${id === undefined ? '' : t(`inputs.type.${id}`)}`.toLowerCase().includes(words)
  const found = groupTypes(types)
    .map(({ name, types: all }) => ({ name, types: all.filter(isWanted) }))
    .filter((group) => group.types.length > 0)
  return (
    <Combobox
      store={combobox}
      width="min(460px, calc(100vw - 2rem))"
      position="bottom-end"
      onOptionSubmit={(id) => {
        combobox.closeDropdown()
        const type = types[id]
        if (type !== undefined) onPick(type)
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          leftSection={<IconPlus size={15} />}
          disabled={Object.keys(types).length === 0}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {t('inputs.launch')}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={t('inputs.launch.select')}
          placeholder={t('inputs.launch.search')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
            queueMicrotask(() => combobox.selectFirstOption())
          }}
        />
        <Combobox.Options aria-label={t('inputs.launch.select')} mah="min(440px, 60vh)" style={{ overflowY: 'auto' }}>
          {found.length === 0 && <Combobox.Empty>{t('inputs.launch.nothingFound')}</Combobox.Empty>}
          {found.map((group) => (
            <Combobox.Group key={group.name} label={t(`inputs.types.${group.name}`)}>
              {group.types.map((described) => (
                <TypeOption key={described.type.type} {...described} />
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function TypeOption({ type: { type, name }, text }: DescribedType) {
  const t = useText()
  return (
    <Combobox.Option value={type}>
      <Text size="sm" fw={500} translate="no">
        {name}
      </Text>
      {text !== undefined && <Text size="xs">{t(`inputs.type.${text}`)}</Text>}
    </Combobox.Option>
  )
}
