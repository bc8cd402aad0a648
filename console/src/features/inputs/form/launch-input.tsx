import { createInput } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { inputTypesQuery } from '../input-queries.ts'
import { InputDialog, type InputSubject } from './input-dialog.tsx'
import { TypePicker } from './type-picker.tsx'

/** Opens the picker of types, and then the form for a new input of the chosen type. */
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
      <TypePicker types={types.data} onPick={(type) => dialog.open({ type })} />
      <InputDialog {...dialog} />
    </>
  )
}
