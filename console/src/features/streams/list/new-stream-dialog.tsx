/** Creates a stream with its rules, and starts it. */
import type { MatchingType } from '@logyard/contract/streams/streams'
import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FirstField } from '../../../ui/form/first-field.tsx'
import { type DialogForm, FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { isComplete, isUntouched, ruleDraft } from '../rules/rule-draft.ts'
import { emptyRow, type RuleRow, RuleRows } from '../rules/rule-rows.tsx'
import { useCreateStream, useSwitchStream } from '../stream-actions.ts'
import { indexSetsOfStreamsQuery } from '../stream-queries.ts'

interface NewStreamDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function NewStreamDialog({ isOpen, onClose }: NewStreamDialogProps) {
  const t = useText()
  const indexSets = useQuery({ ...indexSetsOfStreamsQuery(useCall()), enabled: isOpen })
  return (
    <FormDialog isOpen={isOpen} close={onClose} title={t('streams.new')} leaveText={t('streams.new.leave')}>
      {(dialog) => (
        <>
          {indexSets.isPending && <LoadingLines />}
          {indexSets.isError && <LoadFailed error={indexSets.error} onRetry={indexSets.refetch} />}
          {indexSets.isSuccess && <NewStreamForm indexSets={indexSets.data} dialog={dialog} />}
        </>
      )}
    </FormDialog>
  )
}

interface IndexSetChoice {
  readonly id: string
  readonly title: string
  readonly writable: boolean
  readonly default: boolean
}

function NewStreamForm({ indexSets, dialog }: { indexSets: readonly IndexSetChoice[]; dialog: DialogForm }) {
  const t = useText()
  const writable = indexSets.filter((set) => set.writable)
  const [rows, setRows] = useState<readonly RuleRow[]>([emptyRow(0)])
  const [matchingType, setMatchingType] = useState<MatchingType>('AND')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const form = useForm({
    initialValues: {
      title: '',
      description: '',
      index_set_id: writable.find((set) => set.default)?.id ?? '',
      remove_matches_from_default_stream: false,
    },
    onValuesChange: () => dialog.onDirty(true),
    validate: {
      title: (value) => (value.trim() === '' ? t('streams.form.error.title') : null),
      index_set_id: (value) => (writable.some(({ id }) => id === value) ? null : t('streams.form.error.indexSet')),
    },
  })
  const create = useCreateStream()
  const start = useSwitchStream()
  const given = rows.filter((row) => !isUntouched(row))

  function submit(starts: boolean) {
    setWasSubmitted(true)
    const { hasErrors } = form.validate()
    if (hasErrors || !given.every(isComplete)) return
    const { title, description, ...rest } = form.values
    const rules = given.map(ruleDraft)
    const draft = { ...rest, title: title.trim(), description: description.trim(), rules, matching_type: matchingType }
    create.mutate(draft, {
      onSuccess: ({ stream_id: id }) => {
        if (starts) start.mutate({ stream: { id, title: draft.title }, to: 'running' })
        dialog.onSaved()
      },
      onError: (cause) => form.setErrors(apiFieldErrors(cause) ?? {}),
    })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(true)
      }}
    >
      <Stack gap="md">
        <FirstField label={t('streams.form.title')} required autoComplete="off" {...form.getInputProps('title')} />
        <RuleRows
          rows={rows}
          matchingType={matchingType}
          showsErrors={wasSubmitted}
          onRows={(next) => {
            setRows(next)
            dialog.onDirty(true)
          }}
          onMatchingType={setMatchingType}
        />
        <Select
          label={t('streams.form.indexSet')}
          nothingFoundMessage={t('streams.form.indexSet.none')}
          required
          allowDeselect={false}
          attributes={{ option: { translate: 'no' } }}
          data={writable.map(({ id, title }) => ({ value: id, label: title }))}
          {...form.getInputProps('index_set_id')}
        />
        <Checkbox
          label={t('streams.form.removeMatches')}
          {...form.getInputProps('remove_matches_from_default_stream', { type: 'checkbox' })}
        />
        <TextInput label={t('streams.form.description.optional')} {...form.getInputProps('description')} />
        <FormErrors
          errors={form.errors}
          labels={{ title: t('streams.form.title'), index_set_id: t('streams.form.indexSet') }}
          general={
            create.error === null ? undefined : { title: t('streams.form.notSaved'), text: statusText(create.error) }
          }
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={dialog.onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button variant="default" disabled={create.isPending} onClick={() => submit(false)}>
            {t('streams.new.create')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('streams.new.createAndStart')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
