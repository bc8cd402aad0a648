import { Checkbox } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { NO_CSV } from '../csv/csv-file.ts'
import { CsvSource } from '../csv/csv-source.tsx'
import { useImportValues } from './value-actions.ts'

interface ImportDialogProps {
  readonly adapterId: string
  readonly isOpen: boolean
  readonly close: () => void
}

export function ImportDialog({ adapterId, isOpen, close }: ImportDialogProps) {
  const t = useText()
  return (
    <FormDialog isOpen={isOpen} close={close} title={t('lookup.values.import')} leaveText={t('lookup.leave.text')}>
      <ImportForm adapterId={adapterId} />
    </FormDialog>
  )
}

function ImportForm({ adapterId }: { readonly adapterId: string }) {
  const t = useText()
  const save = useImportValues(adapterId)
  const form = useEntityForm({
    // The import is disabled until something is entered.
    isNew: false,
    initial: { file: NO_CSV, replace: false },
    labels: { csv: t('lookup.values.import.csv'), value_columns: t('lookup.file.values') },
    problems: ({ file }) => ({
      csv: file.csv.trim() === '' && t('lookup.problem.required'),
      value_columns: file.csv.trim() !== '' && file.value_columns.length === 0 && t('lookup.problem.required'),
    }),
    save: ({ file: { file_name: _, value_columns, ...file }, replace }) =>
      save.mutateAsync({ ...file, value_columns: [...value_columns], replace }),
    failedTitle: t('lookup.values.import.failed'),
  })
  return (
    <EntityForm form={form} label={t('lookup.values.import')} saveLabel={t('lookup.values.import.start')}>
      <CsvSource
        value={form.values.file}
        errors={{ csv: form.errors['csv'], value_columns: form.errors['value_columns'] }}
        onChange={(file) => form.change({ file })}
      />
      <Checkbox
        label={t('lookup.values.import.replace')}
        description={t('lookup.values.import.invalid')}
        {...form.flag('replace')}
      />
    </EntityForm>
  )
}
