import { Textarea, TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../ui/form/use-entity-form.ts'
import type { ViewFacts } from './view-facts.ts'

interface ViewFactsDialogProps {
  readonly title: string
  readonly facts: ViewFacts
  /** The facts are those of a new view: they can be saved unchanged. */
  readonly isNew?: boolean
  readonly onSave: (facts: ViewFacts) => Promise<unknown>
  readonly onClose: () => void
}

/** Edits the title, summary and description of a saved search or dashboard. */
export function ViewFactsDialog({ title, onClose, ...form }: ViewFactsDialogProps) {
  return (
    <FormDialog isOpen close={onClose} title={title}>
      <FactsForm {...form} />
    </FormDialog>
  )
}

function FactsForm({ facts, isNew = false, onSave }: Omit<ViewFactsDialogProps, 'title' | 'onClose'>) {
  const t = useText()
  const form = useEntityForm({
    initial: facts,
    isNew,
    labels: { title: t('widgets.facts.title') },
    problems: ({ title }) => ({ title: title.trim() === '' && t('ui.config.required') }),
    save: (values) => onSave({ ...values, title: values.title.trim() }),
  })
  return (
    <EntityForm form={form}>
      <TextInput data-autofocus required label={t('widgets.facts.title')} autoComplete="off" {...form.text('title')} />
      <TextInput
        label={t('ui.optional', { label: t('widgets.facts.summary') })}
        description={t('widgets.facts.summary.help')}
        {...form.text('summary')}
      />
      <Textarea
        label={t('ui.optional', { label: t('widgets.facts.description') })}
        autosize
        minRows={3}
        maxRows={10}
        {...form.text('description')}
      />
    </EntityForm>
  )
}
