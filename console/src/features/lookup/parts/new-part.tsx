import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { ChoiceList } from '../../../ui/choice-list/choice-list.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { PartForm } from './part-form.tsx'
import type { Part, PartKind, PartType } from './part-kind.ts'
import { usePartTypes } from './use-part-types.ts'

interface NewPartProps {
  readonly partKind: PartKind
  readonly onCreated: (part: Part) => void
  /** The address that Cancel leads to; absent in a dialog. */
  readonly cancelTo?: string
}

/** Creates a cache or a data adapter: a type, then the form of that type with its documentation. */
export const NewPart = (props: NewPartProps) => (
  <Loaded query={usePartTypes(props.partKind)} lines={3}>
    {(types) => <LoadedPart {...props} types={types} />}
  </Loaded>
)

interface LoadedPartProps extends NewPartProps {
  readonly types: Readonly<Record<string, PartType>>
}

function LoadedPart({ partKind, types, onCreated, cancelTo }: LoadedPartProps) {
  const t = useText()
  const confirm = useConfirm()
  const [chosen, setChosen] = useState('')
  const [isDirty, setIsDirty] = useState(false)
  const choose = async (type: string) => {
    const isSure =
      !isDirty ||
      (await confirm({
        title: t('lookup.reset.title'),
        text: t('lookup.reset.text'),
        confirmLabel: t('lookup.reset.confirm'),
      }))
    if (isSure) setChosen(type)
  }
  const options = Object.values(types)
    .filter(({ type }) => !partKind.ended.includes(type))
    .toSorted((a, b) => a.form.title.localeCompare(b.form.title))
  const type = types[chosen]
  if (type === undefined) {
    return (
      <ChoiceList
        label={t(`lookup.type.${partKind.kind}`)}
        choices={options.map(({ type: value, form: { title, docs = [] } }) => ({
          value,
          label: title,
          help: docs[0]?.split(/(?<=\.) /, 1)[0],
          isData: true,
        }))}
        onPick={setChosen}
        cancelTo={cancelTo}
      />
    )
  }
  return (
    <>
      <NativeSelect
        maw={640}
        mb="lg"
        label={t(`lookup.type.${partKind.kind}`)}
        value={chosen}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      >
        {options.map(({ type: value, form }) => (
          <option key={value} value={value} translate="no">
            {form.title}
          </option>
        ))}
      </NativeSelect>
      <PartForm
        key={chosen}
        partKind={partKind}
        type={type}
        onSaved={onCreated}
        onDirty={setIsDirty}
        cancelTo={cancelTo}
      />
    </>
  )
}
