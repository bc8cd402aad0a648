import { Stack } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useText } from '../../base/text/text.tsx'
import { FormErrors } from './form-errors.tsx'
import { FormFooter } from './form-footer.tsx'
import { SaveButton } from './save-button.tsx'
import type { EntityForm as Form } from './use-entity-form.ts'
import { useFocusFirstError } from './use-focus-first-error.ts'

interface EntityFormProps<Values extends object> {
  /** The state from `useEntityForm`. */
  readonly form: Form<Values>
  /** The name of the form for screen readers; absent in a dialog, whose title names it. */
  readonly label?: string
  /** The text of the save button, if it does something else than create or save. */
  readonly saveLabel?: string
  /** The address that Cancel leads to. A dialog closes instead; without both there is no Cancel. */
  readonly cancelTo?: string | undefined
  /** Further buttons, between Cancel and the save button. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const NONE = {}

/** The frame of a form: its fields, the list of errors, Cancel and the save button. */
export function EntityForm<Values extends object>(props: EntityFormProps<Values>) {
  const { form, label, saveLabel, cancelTo, actions, children } = props
  const t = useText()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // A dialog may be above the form of its page.
    event.stopPropagation()
    void form.submit()
  }
  const { formRef, onSubmit, onInput } = useFocusFirstError(submit, form.errors, form.isSaving)
  // A single error stands at its field, which has the focus.
  const listed = form.isTried && Object.keys(form.errors).length > 1 ? form.errors : NONE
  return (
    <form ref={formRef} onSubmit={onSubmit} onInput={onInput} noValidate aria-label={label}>
      <Stack gap="md">{children}</Stack>
      <FormFooter
        cancelTo={cancelTo}
        errors={<FormErrors errors={listed} labels={form.labels} general={form.general} />}
      >
        {actions}
        <SaveButton
          label={saveLabel ?? t(form.isNew ? 'ui.create' : 'ui.save')}
          isSaving={form.isSaving}
          isDisabled={!form.isNew && !form.isDirty}
        />
      </FormFooter>
    </form>
  )
}
