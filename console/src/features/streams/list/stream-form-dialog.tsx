import type { StreamPageItem } from '@logyard/contract/streams/streams'
import { Button, Checkbox, Group, Modal, Select, Stack, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { statusText } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FirstField } from '../../../ui/form/first-field.tsx'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { useCloneStream, useUpdateStream } from '../stream-actions.ts'
import { indexSetsOfStreamsQuery } from '../stream-queries.ts'

export interface StreamForm {
  readonly kind: 'edit' | 'clone'
  readonly stream: StreamPageItem
}

interface StreamFormDialogProps {
  readonly form: StreamForm
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The form to edit or clone a stream. */
export function StreamFormDialog({ form, isOpen, onClose }: StreamFormDialogProps) {
  const t = useText()
  const indexSets = useQuery({ ...indexSetsOfStreamsQuery(useCall()), enabled: isOpen })
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={t(`streams.form.${form.kind}.title`)}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {indexSets.isPending && <LoadingLines />}
      {indexSets.isError && <LoadFailed error={indexSets.error} onRetry={indexSets.refetch} />}
      {indexSets.isSuccess && <FormFields form={form} indexSets={indexSets.data} onClose={onClose} />}
    </Modal>
  )
}

interface IndexSetChoice {
  readonly id: string
  readonly title: string
  readonly writable: boolean
  readonly default: boolean
}
interface FormFieldsProps {
  readonly form: StreamForm
  readonly indexSets: readonly IndexSetChoice[]
  readonly onClose: () => void
}

interface StreamValues {
  readonly title: string
  readonly description: string
  readonly index_set_id: string
  readonly remove_matches_from_default_stream: boolean
}

function FormFields({ form: { kind, stream }, indexSets, onClose }: FormFieldsProps) {
  const t = useText()
  const save = useSave(kind, stream)
  const writable = indexSets.filter((set) => set.writable)
  const form = useStreamForm(kind, stream, writable)
  const submit = form.onSubmit(({ title, description, ...rest }) =>
    save.run({ title: title.trim(), description: description.trim(), ...rest }).then(onClose, (cause: unknown) => {
      form.setErrors(apiFieldErrors(cause) ?? {})
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <StreamFields form={form} indexSets={writable} />
        <FormErrors
          errors={form.errors}
          labels={{
            title: t('streams.form.title'),
            description: t('streams.form.description.optional'),
            index_set_id: t('streams.form.indexSet'),
          }}
          general={
            save.error === null ? undefined : { title: t('streams.form.notSaved'), text: statusText(save.error) }
          }
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t(`streams.form.${kind}.save`)} isSaving={save.isPending} />
        </Group>
      </Stack>
    </form>
  )
}

function useStreamForm(kind: StreamForm['kind'], stream: StreamPageItem, writable: readonly IndexSetChoice[]) {
  const t = useText()
  return useForm<StreamValues>({
    initialValues: {
      title: kind === 'edit' ? stream.title : '',
      description: kind === 'edit' ? (stream.description ?? '') : '',
      index_set_id: stream.index_set_id,
      remove_matches_from_default_stream: stream.remove_matches_from_default_stream,
    },
    validateInputOnBlur: true,
    validate: {
      title: (value) => (value.trim() === '' ? t('streams.form.error.title') : null),
      index_set_id: (value) => (writable.some(({ id }) => id === value) ? null : t('streams.form.error.indexSet')),
    },
  })
}

interface StreamFieldsProps {
  readonly form: UseFormReturnType<StreamValues>
  readonly indexSets: readonly IndexSetChoice[]
}

function StreamFields({ form, indexSets }: StreamFieldsProps) {
  const t = useText()
  return (
    <>
      <FirstField label={t('streams.form.title')} required autoComplete="off" {...form.getInputProps('title')} />
      <Textarea
        label={t('streams.form.description.optional')}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <Select
        label={t('streams.form.indexSet')}
        nothingFoundMessage={t('streams.form.indexSet.none')}
        required
        allowDeselect={false}
        attributes={{ option: { translate: 'no' } }}
        data={indexSets.map(({ id, title }) => ({ value: id, label: title }))}
        {...form.getInputProps('index_set_id')}
      />
      <Checkbox
        label={t('streams.form.removeMatches')}
        {...form.getInputProps('remove_matches_from_default_stream', { type: 'checkbox' })}
      />
    </>
  )
}

interface Save {
  readonly run: (values: StreamValues) => Promise<unknown>
  readonly isPending: boolean
  readonly error: Error | null
}

function useSave(kind: StreamForm['kind'], stream: StreamPageItem): Save {
  const update = useUpdateStream()
  const clone = useCloneStream()
  if (kind === 'edit') return { ...update, run: (change) => update.mutateAsync({ stream, change }) }
  return { ...clone, run: (draft) => clone.mutateAsync({ stream, draft }) }
}
