import { useText } from '../../../base/text/text.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { NewPart } from '../parts/new-part.tsx'
import type { Part, PartKind } from '../parts/part-kind.ts'

interface NewPartDialogProps {
  readonly partKind: PartKind
  readonly isOpen: boolean
  readonly close: () => void
  readonly onCreated: (part: Part) => void
}

/** Creates a cache or a data adapter over the form of a table, which stays as it is. */
export function NewPartDialog({ partKind, isOpen, close, onCreated }: NewPartDialogProps) {
  const t = useText()
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      size="xl"
      title={t(`lookup.${partKind.plural}.create`)}
      leaveText={t('lookup.leave.text')}
    >
      <NewPart partKind={partKind} onCreated={onCreated} />
    </FormDialog>
  )
}
