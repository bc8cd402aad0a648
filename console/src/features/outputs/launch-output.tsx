import { listAvailableOutputs } from '@logyard/contract/outputs/outputs'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { TypePicker } from '../../ui/configured-form/type-picker.tsx'
import { useFormDialog } from '../../ui/form/form-dialog.tsx'
import { OutputDialog, type OutputSubject } from './output-dialog.tsx'
import { outputTypesQuery } from './output-queries.ts'

/** Selects a type and opens the form for a new output of this type. */
export function LaunchOutput({ streamId }: { readonly streamId?: string }) {
  const t = useText()
  const types = useQuery({ ...outputTypesQuery(useCall()), enabled: useMay()(listAvailableOutputs) })
  const dialog = useFormDialog<OutputSubject>()
  const options =
    types.data && Object.values(types.data).map((type) => ({ id: type.type, name: type.human_name, type }))
  return (
    <>
      <TypePicker
        types={options}
        label={t('outputs.type')}
        placeholder={t('outputs.type.select')}
        nothingFound={t('outputs.type.nothingFound')}
        buttonLabel={t('outputs.launch')}
        onPick={(type) => dialog.open({ type })}
      />
      <OutputDialog {...dialog} streamId={streamId} />
    </>
  )
}
