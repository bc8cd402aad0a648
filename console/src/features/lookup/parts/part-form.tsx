import { Group, Stack } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { useLiveCheck } from '../../../ui/form/use-live-check.ts'
import { ConfigFields } from '../form/config-fields.tsx'
import { NamedFields } from '../form/named-fields.tsx'
import { PeriodField } from '../form/period-field.tsx'
import type { TypeInfo } from '../model/settings.ts'
import type { Part, PartDraft, PartKind } from './part-kind.ts'
import { type PartValues, partProblems, partToSend } from './part-values.ts'

export interface PartFormProps {
  readonly partKind: PartKind
  /** Absent for a new one. */
  readonly part: Part | undefined
  readonly type: TypeInfo
  readonly initial: PartValues
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (draft: PartDraft) => void
  readonly onDirty: (isDirty: boolean) => void
  readonly cancel: ReactNode
}

/** Creates or edits a cache or a data adapter of one type. */
export function PartForm(props: PartFormProps) {
  const { partKind, part, type, initial, isSaving, error, onSave, onDirty, cancel } = props
  const { kind, plural } = partKind
  const t = useText()
  const [values, setValues] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const change = (changes: Partial<PartValues>) => setValues((old) => ({ ...old, ...changes }))
  const problems = partProblems(values, type.settings)
  const draft = partToSend(values, part)
  const isComplete = Object.keys(problems).length === 0
  const { errors: refused } = useLiveCheck({
    key: [kind, draft],
    check: isComplete ? (call, signal) => partKind.requests.validate(call, draft, signal) : undefined,
    failed: {
      title: t(`lookup.toast.${kind}ValidateFailed.title`, { name: draft.name }),
      text: (status) => t(`lookup.toast.${kind}ValidateFailed`, { status }),
    },
  })
  const told = Object.entries(problems)
    .filter(([key]) => isChecked || isEdited(key, values, initial))
    .map(([key, problem]) => [key, t(problem.text, problem.values)] as const)
  const violations = apiFieldErrors(error)
  const errors = { ...violations, ...refused, ...Object.fromEntries(told) }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isComplete) onSave(draft)
  }
  const { formRef, onSubmit } = useFocusFirstError(submit, errors, isSaving)
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate aria-label={t(`lookup.form.${kind}`)}>
      <Stack gap="md">
        <NamedFields
          values={values}
          errors={errors}
          isNew={part === undefined}
          nameHelp={t('lookup.name.help.part')}
          onChange={change}
        />
        <ConfigFields
          settings={type.settings}
          config={values.config}
          errors={errors}
          title={values.title}
          onChange={(changes) => change({ config: { ...values.config, ...changes } })}
        />
        {kind === 'adapter' && (
          <PeriodField
            label={t('lookup.errorTtl')}
            description={t('lookup.errorTtl.help')}
            period={values.errorTtl}
            error={errors['custom_error_ttl']}
            onChange={(errorTtl) => change({ errorTtl })}
          />
        )}
        <FormErrors
          errors={isChecked ? errors : {}}
          labels={useLabels(type)}
          general={
            error === null || violations !== undefined
              ? undefined
              : {
                  title: t(`lookup.toast.${kind}${part === undefined ? 'Create' : 'Update'}Failed.title`, {
                    name: draft.name,
                  }),
                  text: statusText(error),
                }
          }
        />
        <Group gap="sm">
          <SaveButton
            label={t(`lookup.${plural}.submit.${part === undefined ? 'create' : 'update'}`)}
            isSaving={isSaving}
          />
          {cancel}
        </Group>
      </Stack>
    </form>
  )
}

/** A field that the user changed may say what is wrong before the form is submitted. */
function isEdited(key: string, values: PartValues, initial: PartValues): boolean {
  if (key === 'title' || key === 'name') return values[key] !== initial[key]
  return values.config[key] !== initial.config[key]
}

function useLabels({ settings }: TypeInfo): Readonly<Record<string, string>> {
  const t = useText()
  return {
    title: t('lookup.title'),
    description: t('lookup.description'),
    name: t('lookup.name'),
    custom_error_ttl: t('lookup.errorTtl'),
    ...Object.fromEntries(settings.map(({ name, label }) => [name, t(label)])),
  }
}
