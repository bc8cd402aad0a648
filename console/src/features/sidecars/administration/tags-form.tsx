import { MultiSelect } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { TagsField } from '../tags-field.tsx'
import type { AdministeredRow } from './administration-query.ts'
import { sidecarsOf } from './assignment-changes.ts'
import { useTag } from './bulk-changes.ts'
import { SidecarNames } from './sidecar-names.tsx'

interface TagsFormProps {
  readonly rows: readonly AdministeredRow[]
  readonly onDone: () => void
}

const UNCHANGED: Record<'add' | 'remove', string[]> = { add: [], remove: [] }

/** Adds tags to sidecars and removes them. */
export function TagsForm({ rows, onDone }: TagsFormProps) {
  const t = useText()
  const tag = useTag()
  const sidecars = sidecarsOf(rows)
  const present = [...new Set(sidecars.flatMap(({ tags }) => tags))].toSorted()
  const form = useEntityForm({
    isNew: false,
    initial: UNCHANGED,
    labels: {},
    save: (changes) => tag.mutateAsync({ node_ids: sidecars.map(({ node_id: id }) => id), ...changes }),
    onSaved: onDone,
  })
  return (
    <EntityForm form={form} saveLabel={t('sidecars.tags.save')}>
      <TagsField label={t('sidecars.tags.add')} description={t('sidecars.tags.add.help')} {...form.choice('add')} />
      {present.length > 0 && (
        <MultiSelect
          label={t('sidecars.tags.remove')}
          attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
          data={present}
          {...form.choice('remove')}
        />
      )}
      <SidecarNames rows={rows} />
    </EntityForm>
  )
}
