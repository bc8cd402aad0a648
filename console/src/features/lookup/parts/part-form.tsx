import { Group, Stack } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { fieldLabels, inWords, problemTexts } from '../../../ui/fields/field-texts.ts'
import type { FieldValues } from '../../../ui/fields/field-values.ts'
import { Fields } from '../../../ui/fields/fields.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { useLiveCheck } from '../../../ui/form/use-live-check.ts'
import { UrlField } from '../../../url-whitelist/url-field.tsx'
import { NamedFields } from '../form/named-fields.tsx'
import type { Part, PartDraft, PartKind, PartType } from './part-kind.ts'
import { ERROR_TTL, type PartValues, partProblems, partToSend } from './part-values.ts'

export interface PartFormProps {
  readonly partKind: PartKind
  /** Absent for a new one. */
  readonly part: Part | undefined
  readonly type: PartType
  readonly initial: PartValues
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (draft: PartDraft) => void
  readonly onDirty: (isDirty: boolean) => void
  readonly cancel: ReactNode
}

const EDITORS = { url: UrlField }

/** Creates or edits a cache or a data adapter of one type. */
export function PartForm(props: PartFormProps) {
  const { partKind, part, type, initial, isSaving, error, onSave, onDirty, cancel } = props
  const { kind, plural } = partKind
  const t = useText()
  const [values, setValues] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const change = (changes: FieldValues) => setValues((old) => ({ ...old, ...changes }))
  const problems = partProblems(values, type.form.fields)
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
  const told = Object.entries(problems).filter(([key]) => isChecked || isEdited(key, values, initial))
  const violations = apiFieldErrors(error)
  const errors = { ...violations, ...refused, ...problemTexts(Object.fromEntries(told), t) }
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
          nameHelp="lookup.name.help.part"
          onChange={change}
        />
        <Fields
          fields={type.form.fields}
          values={values.config}
          errors={errors}
          editors={EDITORS}
          entityTitle={values.title}
          onChange={(changes) => change({ config: { ...values.config, ...changes } })}
        />
        {kind === 'adapter' && (
          <Fields
            isTranslated
            fields={inWords([ERROR_TTL], t)}
            values={{ ...values }}
            errors={errors}
            onChange={change}
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

function useLabels({ form }: PartType): Readonly<Record<string, string>> {
  const t = useText()
  return {
    title: t('lookup.title'),
    description: t('lookup.description'),
    name: t('lookup.name'),
    ...fieldLabels(inWords([ERROR_TTL], t)),
    ...fieldLabels(form.fields),
  }
}
