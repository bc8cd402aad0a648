import { createInput, type InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Button, Combobox, useCombobox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { inputTypesQuery } from '../input-queries.ts'
import { InputDialog, type InputSubject } from './input-dialog.tsx'

/** Opens a searchable list of types, and then the form for a new input of the chosen type. */
export function LaunchInput() {
  const t = useText()
  const may = useMay()
  const types = useQuery({ ...inputTypesQuery(useCall()), enabled: may(createInput) })
  const dialog = useFormDialog<InputSubject>()
  useFailureToast(
    types.error,
    (status) => t('inputs.toast.typesFailed', { status }),
    t('inputs.toast.listFailed.title'),
  )
  if (!may(createInput)) return null
  return (
    <>
      <TypeList types={types.data} onPick={(type) => dialog.open({ type })} />
      <InputDialog {...dialog} />
    </>
  )
}

interface TypeListProps {
  /** Types by id; `undefined` until they are loaded. */
  readonly types: Readonly<Record<string, InputTypeInfo>> | undefined
  readonly onPick: (type: InputTypeInfo) => void
}

function TypeList({ types, onPick }: TypeListProps) {
  const t = useText()
  const [text, setText] = useState('')
  const combobox = useCombobox({
    onDropdownClose() {
      setText('')
      combobox.resetSelectedOption()
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const wanted = text.trim().toLowerCase()
  const found = Object.values(types ?? {})
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }))
  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-end"
      onOptionSubmit={(id) => {
        combobox.closeDropdown()
        const type = types?.[id]
        if (type !== undefined) onPick(type)
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          leftSection={<IconPlus size={15} />}
          disabled={types === undefined}
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
          placeholder={t('inputs.launch.select')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
            queueMicrotask(() => combobox.selectFirstOption())
          }}
        />
        <Combobox.Options mah={360} style={{ overflowY: 'auto' }} translate="no">
          {found.length === 0 && <Combobox.Empty translate="yes">{t('inputs.launch.nothingFound')}</Combobox.Empty>}
          {found.map(({ type, name }) => (
            <Combobox.Option key={type} value={type}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
