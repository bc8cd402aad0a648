import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { TagsField } from '../tags-field.tsx'
import { sidecarsOf } from './assignment-changes.ts'
import { useTag } from './bulk-changes.ts'
import { BulkButtons, BulkDialog, type BulkDialogState } from './bulk-dialog.tsx'
import { SidecarNames } from './sidecar-names.tsx'

interface TagsDialogProps {
  readonly dialog: BulkDialogState
  /** Of configurations: these have an effect. */
  readonly knownTags: readonly string[]
}

/** Gives tags to sidecars, and takes them away. */
export function TagsDialog({ dialog, knownTags }: TagsDialogProps) {
  const t = useText()
  return (
    <BulkDialog dialog={dialog} title={t('sidecars.tags.edit')}>
      <TagsForm dialog={dialog} knownTags={knownTags} />
    </BulkDialog>
  )
}

function TagsForm({ dialog, knownTags }: TagsDialogProps) {
  const t = useText()
  const tag = useTag()
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const { rows } = dialog
  const sidecars = sidecarsOf(rows)
  const present = [...new Set(sidecars.flatMap(({ tags }) => tags))].toSorted()
  const confirm = () =>
    tag.mutate(
      { node_ids: sidecars.map(({ node_id: id }) => id), add: [...added], remove: [...removed] },
      { onSuccess: () => dialog.close(true) },
    )
  return (
    <>
      <TagsField
        label={t('sidecars.tags.add')}
        description={t('sidecars.tags.add.help')}
        known={knownTags}
        value={added}
        onChange={setAdded}
      />
      {present.length > 0 && (
        <MultiSelect
          label={t('sidecars.tags.remove')}
          attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
          data={present}
          value={[...removed]}
          onChange={setRemoved}
        />
      )}
      <SidecarNames rows={rows} />
      <BulkButtons
        dialog={dialog}
        confirmLabel={t('sidecars.tags.save')}
        isBusy={tag.isPending}
        isDisabled={added.length + removed.length === 0}
        onConfirm={confirm}
      />
    </>
  )
}
