import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../link-button.tsx'
import classes from './entity-form.module.css'
import { FormErrors } from './form-errors.tsx'
import { useFormHost } from './form-host.ts'
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
  readonly cancelTo?: string
  /** Further buttons, between Cancel and the save button. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const NONE = {}

/** The frame of a form: its fields, the list of errors, Cancel and the save button. */
export function EntityForm<Values extends object>(props: EntityFormProps<Values>) {
  const { form, label, saveLabel, cancelTo, actions, children } = props
  const t = useText()
  const host = useFormHost()
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
      <Stack gap="md">
        {children}
        <div className={classes['footer']} data-form-footer data-in-dialog={host?.onCancel !== undefined || undefined}>
          <FormErrors errors={listed} labels={form.labels} general={form.general} />
          <Group justify="flex-end" gap="sm">
            {host?.onCancel !== undefined && (
              <Button variant="default" onClick={host.onCancel}>
                {t('ui.cancel')}
              </Button>
            )}
            {host?.onCancel === undefined && cancelTo !== undefined && (
              <LinkButton variant="default" to={cancelTo}>
                {t('ui.cancel')}
              </LinkButton>
            )}
            {actions}
            <SaveButton
              label={saveLabel ?? t(form.isNew ? 'ui.create' : 'ui.save')}
              isSaving={form.isSaving}
              isDisabled={!form.isNew && !form.isDirty}
            />
          </Group>
        </div>
      </Stack>
    </form>
  )
}
