import type { IndexSet } from '@logyard/contract/store/index-sets'
import type { StreamPageItem } from '@logyard/contract/streams/streams'
import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FirstField } from '../../../ui/form/first-field.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { useCloneStream, useUpdateStream } from '../stream-actions.tsx'
import { indexSetsOfStreamsQuery } from '../stream-queries.ts'
import { RoutingFields, type StreamValues, trimmed, useStreamChecks } from './stream-fields.tsx'

export interface StreamForm {
  readonly kind: 'edit' | 'clone'
  readonly stream: StreamPageItem
}

/** The form to edit or clone a stream. */
export function StreamFormDialog({ subject, isOpen, close }: ReturnType<typeof useFormDialog<StreamForm>>) {
  const t = useText()
  const indexSets = useQuery({ ...indexSetsOfStreamsQuery(useCall()), enabled: isOpen })
  if (subject === undefined) return null
  return (
    <FormDialog isOpen={isOpen} close={close} title={t(`streams.form.${subject.kind}.title`)}>
      <Loaded query={indexSets} lines={4}>
        {(sets) => <FormFields {...subject} indexSets={sets.filter(({ writable }) => writable)} />}
      </Loaded>
    </FormDialog>
  )
}

function FormFields({ kind, stream, indexSets }: StreamForm & { readonly indexSets: readonly IndexSet[] }) {
  const t = useText()
  const update = useUpdateStream(stream.id)
  const clone = useCloneStream(stream.id)
  const isNew = kind === 'clone'
  const form = useEntityForm<StreamValues, unknown>({
    ...useStreamChecks(indexSets),
    isNew,
    initial: {
      title: isNew ? '' : stream.title,
      description: isNew ? '' : (stream.description ?? ''),
      index_set_id: stream.index_set_id,
      remove_matches_from_default_stream: stream.remove_matches_from_default_stream,
    },
    save: (values) => (isNew ? clone : update).mutateAsync(trimmed(values)),
  })
  return (
    <EntityForm form={form}>
      <FirstField label={t('streams.form.title')} required autoComplete="off" {...form.text('title')} />
      <Textarea label={t('streams.form.description.optional')} autosize minRows={2} {...form.text('description')} />
      <RoutingFields form={form} indexSets={indexSets} />
    </EntityForm>
  )
}
