import { MAX_QUIET_TITLE, type QuietTime } from '@logyard/contract/alerts/quiet-times'
import { updateEventDefinition } from '@logyard/contract/events/event-definitions'
import { Button, Checkbox, Group, MultiSelect, Stack, TagsInput, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useClock } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import { type DialogForm, FormDialog } from '../../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { useSaveQuietTime } from './quiet-actions.ts'
import { type QuietValues, quietDraft, quietProblem, quietValues } from './quiet-values.ts'
import { ScheduleFields } from './schedule-fields.tsx'

interface DefinitionTarget {
  readonly id: string
  readonly title: string
  readonly tags: readonly string[]
}

interface QuietDialogProps {
  /** Absent for a new one. */
  readonly time: QuietTime | undefined
  readonly definitions: readonly DefinitionTarget[]
  readonly isOpen: boolean
  readonly close: () => void
}

export function QuietDialog({ time, definitions, isOpen, close }: QuietDialogProps) {
  const t = useText()
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={t(time === undefined ? 'alerts.quietTimes.create' : 'alerts.quietTimes.edit')}
      leaveText={t('alerts.quietTimes.leave')}
    >
      {(form) => <QuietForm time={time} definitions={definitions} {...form} />}
    </FormDialog>
  )
}

interface QuietFormProps extends DialogForm, Pick<QuietDialogProps, 'time' | 'definitions'> {}

function QuietForm({ time, definitions, onDirty, onSaved, onCancel }: QuietFormProps) {
  const t = useText()
  const zone = useZone()
  const { now } = useClock()
  const mustName = !useMay()(updateEventDefinition)
  const [initial] = useState(() => quietValues(time, zone, now()))
  const [values, setValues] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const save = useSaveQuietTime(time?.id)
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const change = (changes: Partial<QuietValues>) => setValues((old) => ({ ...old, ...changes }))
  const found = quietProblem(values, mustName, zone)
  const problem = isChecked ? found : undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (found === undefined) save.mutate(quietDraft(values, zone), { onSuccess: onSaved })
  }
  const { formRef, onSubmit } = useFocusFirstError(submit, { problem }, save.isPending)
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('alerts.quietTimes.name')}
          required
          data-autofocus
          maxLength={MAX_QUIET_TITLE}
          value={values.title}
          error={problem === 'title' ? t('alerts.quietTimes.problem.title') : undefined}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <TargetFields
          values={values}
          definitions={definitions}
          mustName={mustName}
          isWrong={problem === 'targets'}
          onChange={change}
        />
        <ScheduleFields values={values} problem={problem} onChange={change} />
        <Checkbox
          label={t('alerts.quietTimes.notifiesAtEnd')}
          checked={values.notifiesAtEnd}
          onChange={({ currentTarget }) => change({ notifiesAtEnd: currentTarget.checked })}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton
            label={t(time === undefined ? 'alerts.quietTimes.create' : 'alerts.quietTimes.save')}
            isSaving={save.isPending}
          />
        </Group>
      </Stack>
    </form>
  )
}

interface TargetFieldsProps extends Pick<QuietDialogProps, 'definitions'> {
  readonly values: QuietValues
  readonly mustName: boolean
  readonly isWrong: boolean
  readonly onChange: (change: Partial<QuietValues>) => void
}

function TargetFields({ values, definitions, mustName, isWrong, onChange }: TargetFieldsProps) {
  const t = useText()
  const options = definitions.map(({ id, title }) => ({ value: id, label: title }))
  const unknown = values.definitions.filter((id) => !definitions.some((one) => one.id === id))
  const tags = [...new Set(definitions.flatMap((one) => one.tags))].toSorted()
  const isEmpty = values.definitions.length === 0 && values.tags.length === 0
  return (
    <>
      <MultiSelect
        label={t('alerts.quietTimes.definitions')}
        placeholder={isEmpty && !mustName ? t('alerts.definition.all') : ''}
        data={[...options, ...unknown.map((id) => ({ value: id, label: id }))]}
        value={[...values.definitions]}
        error={isWrong ? t('alerts.quietTimes.problem.targets') : undefined}
        onChange={(next) => onChange({ definitions: next })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('alerts.quietTimes.clearDefinitions') }}
        hidePickedOptions
        attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
      />
      {!mustName && (
        <TagsInput
          label={t('alerts.quietTimes.tags')}
          data={tags}
          value={[...values.tags]}
          onChange={(next) => onChange({ tags: next })}
          attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
        />
      )}
    </>
  )
}
