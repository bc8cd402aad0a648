import { TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { MAX_PAGE_TITLE } from '../../../view-document/dashboards/page-changes.ts'

interface TitleFormProps {
  readonly title: string
  readonly placeholder: string
  readonly onSave: (title: string) => void
}

export function PageTitleDialog({ onClose, ...form }: TitleFormProps & { readonly onClose: () => void }) {
  const t = useText()
  return (
    <FormDialog isOpen close={onClose} title={t('dashboards.pages.rename.title')}>
      <TitleForm {...form} />
    </FormDialog>
  )
}

function TitleForm({ title, placeholder, onSave }: TitleFormProps) {
  const t = useText()
  const label = t('widgets.facts.title')
  const form = useEntityForm({
    initial: { title },
    isNew: false,
    labels: { title: label },
    problems: (values) => ({ title: values.title.trim() === '' && t('ui.config.required') }),
    save: async (values) => onSave(values.title.trim()),
  })
  return (
    <EntityForm form={form}>
      <TextInput
        data-autofocus
        required
        label={label}
        description={t('dashboards.pages.rename.help', { max: MAX_PAGE_TITLE })}
        placeholder={placeholder}
        maxLength={MAX_PAGE_TITLE}
        autoComplete="off"
        {...form.text('title')}
      />
    </EntityForm>
  )
}
