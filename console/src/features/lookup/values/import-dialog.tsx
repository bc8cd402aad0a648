import { Button, Checkbox, FileButton, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useImportValues } from './value-actions.ts'

/** Files beyond it are refused by the server too. */
const MAX_FILE_BYTES = 8 * 1024 * 1024

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
  const notify = useNotify()
  const form = useEntityForm({
    // The import is disabled until something is entered.
    isNew: false,
    initial: { csv: '', replace: false },
    labels: { csv: t('lookup.values.import.csv') },
    problems: ({ csv }) => ({ csv: csv.trim() === '' && t('lookup.problem.required') }),
    save: useImportValues(adapterId).mutateAsync,
    failedTitle: t('lookup.values.import.failed'),
  })
  const readFile = async (chosen: File | null) => {
    if (chosen === null) return
    if (chosen.size > MAX_FILE_BYTES) notify.error(t('lookup.values.import.tooLarge'))
    else form.change({ csv: await chosen.text() })
  }
  return (
    <EntityForm form={form} label={t('lookup.values.import')} saveLabel={t('lookup.values.import.start')}>
      <Textarea
        label={t('lookup.values.import.csv')}
        description={t('lookup.values.import.help')}
        placeholder={'key,value,ttl_seconds\nada,web,\nbob,sales,3600'}
        translate="no"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        data-autofocus
        rows={10}
        spellCheck={false}
        {...form.text('csv')}
      />
      <FileButton accept=".csv,text/csv,text/plain" onChange={(chosen) => void readFile(chosen)}>
        {(props) => (
          <Button {...props} size="xs" variant="default" w="fit-content" leftSection={<IconFileUpload size={15} />}>
            {t('lookup.values.import.choose')}
          </Button>
        )}
      </FileButton>
      <Checkbox label={t('lookup.values.import.replace')} {...form.flag('replace')} />
    </EntityForm>
  )
}
