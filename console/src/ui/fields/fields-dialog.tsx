import { useText } from '../../base/text/text.tsx'
import { EntityForm } from '../form/entity-form.tsx'
import { FormDialog, type FormDialogProps } from '../form/form-dialog.tsx'
import { type EntityFormSpec, useEntityForm } from '../form/use-entity-form.ts'
import { fieldProblems } from './field-problems.ts'
import { fieldLabels, inWords, type OwnField, problemTexts } from './field-texts.ts'
import { OwnFields } from './own-fields.tsx'

interface FieldsFormProps<Values extends object, Saved> extends Omit<EntityFormSpec<Values, Saved>, 'labels'> {
  /** The first one has the focus when the dialog opens. */
  readonly fields: readonly OwnField[]
  /** The name of the form for screen readers, if the title of the dialog does not name it. */
  readonly label?: string
}

type FieldsDialogProps<Values extends object, Saved> = FieldsFormProps<Values, Saved> &
  Pick<FormDialogProps, 'isOpen' | 'close' | 'title' | 'subject'>

/** A dialog with a form of described fields only. `problems` adds to what the description says, or replaces it. */
export function FieldsDialog<Values extends object, Saved>(props: FieldsDialogProps<Values, Saved>) {
  const { isOpen, close, title, subject, ...form } = props
  return (
    <FormDialog isOpen={isOpen} close={close} title={title} subject={subject}>
      <FieldsForm {...form} />
    </FormDialog>
  )
}

function FieldsForm<Values extends object, Saved>(props: FieldsFormProps<Values, Saved>) {
  const { fields, label, problems, ...spec } = props
  const t = useText()
  const form = useEntityForm<Values, Saved>({
    ...spec,
    labels: fieldLabels(inWords(fields, t)),
    problems: (values) => ({ ...problemTexts(fieldProblems(fields, { ...Object(values) }), t), ...problems?.(values) }),
  })
  return (
    <EntityForm form={form} {...(label === undefined ? {} : { label })}>
      <OwnFields fields={fields} focus={fields[0]?.name} {...form.group()} />
    </EntityForm>
  )
}
