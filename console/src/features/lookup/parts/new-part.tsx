import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { Docs } from '../form/docs.tsx'
import classes from '../form/form.module.css'
import { useCreatePart } from './part-actions.ts'
import { PartForm } from './part-form.tsx'
import type { Part, PartKind } from './part-kind.ts'
import { partTypesQuery } from './part-queries.ts'
import { newPart } from './part-values.ts'

interface NewPartProps {
  readonly partKind: PartKind
  readonly onDirty: (isDirty: boolean) => void
  readonly onCreated: (part: Part) => void
  readonly cancel: ReactNode
}

/** Creates a cache or a data adapter: a type, then the form of that type with its documentation. */
export function NewPart({ partKind, onDirty, onCreated, cancel }: NewPartProps) {
  const { kind, types: known } = partKind
  const t = useText()
  const confirm = useConfirm()
  const types = useQuery(partTypesQuery(useCall(), partKind))
  useFailureToast(
    types.error,
    (status) => t(`lookup.toast.${kind}TypesFailed`, { status }),
    t(`lookup.toast.${kind}TypesFailed.title`),
  )
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
  const options = Object.keys(types.data)
    .map((type) => {
      const info = known[type]
      return info === undefined
        ? { value: type, label: t('lookup.type.noForm', { type }), disabled: true }
        : { value: type, label: t(info.label), disabled: false }
    })
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const type = known[chosen]
  const defaults = types.data[chosen]
  return (
    <>
      <NativeSelect
        maw={640}
        mb="lg"
        label={t(`lookup.type.${kind}`)}
        data={[{ value: '', label: t('lookup.type.choose'), disabled: chosen !== '' }, ...options]}
        value={chosen}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      />
      {type !== undefined && defaults !== undefined ? (
        <div className={classes['editor']} key={chosen}>
          <PartForm
            partKind={partKind}
            part={undefined}
            type={type}
            initial={newPart(defaults.default_config)}
            isSaving={create.isPending}
            error={create.error}
            onSave={(draft) => create.mutate(draft, { onSuccess: onCreated })}
            onDirty={(next) => {
              setIsDirty(next)
              onDirty(next)
            }}
            cancel={cancel}
          />
          <Docs type={type} />
        </div>
      ) : (
        cancel
      )}
    </>
  )
}
