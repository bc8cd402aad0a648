import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { Docs } from '../form/docs.tsx'
import classes from '../form/form.module.css'
import { useCreatePart } from './part-actions.ts'
import { PartForm } from './part-form.tsx'
import type { Part, PartKind } from './part-kind.ts'
import { newPart } from './part-values.ts'
import { usePartTypes } from './use-part-types.ts'

interface NewPartProps {
  readonly partKind: PartKind
  readonly onDirty: (isDirty: boolean) => void
  readonly onCreated: (part: Part) => void
  readonly cancel: ReactNode
}

/** Creates a cache or a data adapter: a type, then the form of that type with its documentation. */
export function NewPart({ partKind, onDirty, onCreated, cancel }: NewPartProps) {
  const { kind } = partKind
  const t = useText()
  const confirm = useConfirm()
  const types = usePartTypes(partKind)
  const [chosen, setChosen] = useState('')
  const [isDirty, setIsDirty] = useState(false)
  const create = useCreatePart(partKind)
  if (types.isError) return <LoadFailed error={types.error} onRetry={types.refetch} />
  if (types.isPending) return <LoadingLines lines={3} />
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
  const options = Object.values(types.data).toSorted((a, b) => a.form.title.localeCompare(b.form.title))
  const type = types.data[chosen]
  return (
    <>
      <NativeSelect
        maw={640}
        mb="lg"
        label={t(`lookup.type.${kind}`)}
        value={chosen}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      >
        <option value="" disabled={chosen !== ''}>
          {t('lookup.type.choose')}
        </option>
        {options.map(({ type: value, form }) => (
          <option key={value} value={value} translate="no">
            {form.title}
          </option>
        ))}
      </NativeSelect>
      {type !== undefined ? (
        <div className={classes['editor']} key={chosen}>
          <PartForm
            partKind={partKind}
            part={undefined}
            type={type}
            initial={newPart(type.default_config)}
            isSaving={create.isPending}
            error={create.error}
            onSave={(draft) => create.mutate(draft, { onSuccess: onCreated })}
            onDirty={(next) => {
              setIsDirty(next)
              onDirty(next)
            }}
            cancel={cancel}
          />
          <Docs form={type.form} />
        </div>
      ) : (
        cancel
      )}
    </>
  )
}
