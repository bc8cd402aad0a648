import type { InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { TypePicker } from '../../../ui/configured-form/type-picker.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { inputTypesQuery } from '../input-queries.ts'
import { InputDialog, type InputSubject } from './input-dialog.tsx'

/** Selects a type and opens the form for a new input of this type. */
export function LaunchInput() {
  const t = useText()
  const may = useMay()
  const types = useQuery({ ...inputTypesQuery(useCall()), enabled: may('inputs:create') })
  const dialog = useFormDialog<InputSubject>()
  useFailureToast(
    types.error,
    (status) => t('inputs.toast.typesFailed', { status }),
    t('inputs.toast.listFailed.title'),
  )
  if (!may('inputs:create')) return null
  const options = types.data === undefined ? undefined : typeOptions(types.data)
  return (
    <>
      <TypePicker
        types={options}
        label={t('inputs.launch.select')}
        placeholder={t(options?.length === 0 ? 'inputs.launch.none' : 'inputs.launch.select')}
        nothingFound={t('inputs.launch.nothingFound')}
        buttonLabel={t('inputs.launch')}
        onPick={(type) => dialog.open({ type })}
      />
      <InputDialog {...dialog} />
    </>
  )
}

const typeOptions = (types: Readonly<Record<string, InputTypeInfo>>) =>
  Object.values(types)
    .map((type) => ({ id: type.type, name: type.name, type }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }))
