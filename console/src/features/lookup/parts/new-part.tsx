import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { useFormHost } from '../../../ui/form/form-host.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { PartForm } from './part-form.tsx'
import type { Part, PartKind, PartType } from './part-kind.ts'
import { PartTypeList } from './part-type-list.tsx'
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
      <>
        <PartTypeList kind={partKind.kind} types={options} onPick={setChosen} />
        <Cancel to={cancelTo} />
      </>
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

/** The Cancel button before a type is chosen; the form of a type has its own. */
function Cancel({ to }: { readonly to: string | undefined }) {
  const t = useText()
  const host = useFormHost()
  const label = t('ui.cancel')
  if (to === undefined) {
    return (
      <Button variant="default" onClick={host?.onCancel}>
        {label}
      </Button>
    )
  }
  return (
    <LinkButton variant="default" to={to}>
      {label}
    </LinkButton>
  )
}
