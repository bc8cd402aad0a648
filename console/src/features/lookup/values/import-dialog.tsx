import { Alert, Button, Checkbox, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconFileUpload } from '@tabler/icons-react'
import { type SubmitEvent, useEffect, useState } from 'react'
import { ApiError, statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { type DialogForm, FormDialog } from '../../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
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
      {(form) => <ImportForm adapterId={adapterId} {...form} />}
    </FormDialog>
  )
}

function ImportForm({ adapterId, onDirty, onSaved, onCancel }: DialogForm & { adapterId: string }) {
  const t = useText()
  const notify = useNotify()
  const [csv, setCsv] = useState('')
  const [replaces, setReplaces] = useState(false)
  const run = useImportValues(adapterId)
  useEffect(() => onDirty(csv !== ''), [onDirty, csv])
  const readFile = async (chosen: File | null) => {
    if (chosen === null) return
    if (chosen.size > MAX_FILE_BYTES) notify.error(t('lookup.values.import.tooLarge'))
    else setCsv(await chosen.text())
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (csv.trim() !== '') run.mutate({ csv, replace: replaces }, { onSuccess: onSaved })
  }
  return (
    <form onSubmit={submit} noValidate aria-label={t('lookup.values.import')}>
      <Stack gap="md">
        <Textarea
          label={t('lookup.values.import.csv')}
          description={t('lookup.values.import.help')}
          placeholder={'key,value,ttl_seconds\nada,web,\nbob,sales,3600'}
          translate="no"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          data-autofocus
          rows={10}
          spellCheck={false}
          value={csv}
          onChange={({ currentTarget }) => setCsv(currentTarget.value)}
        />
        <FileButton accept=".csv,text/csv,text/plain" onChange={(chosen) => void readFile(chosen)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" w="fit-content" leftSection={<IconFileUpload size={15} />}>
              {t('lookup.values.import.choose')}
            </Button>
          )}
        </FileButton>
        <Checkbox
          label={t('lookup.values.import.replace')}
          checked={replaces}
          onChange={({ currentTarget }) => setReplaces(currentTarget.checked)}
        />
        {run.error !== null && <Refusal error={run.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t('lookup.values.import.start')} isSaving={run.isPending} isDisabled={csv.trim() === ''} />
        </Group>
      </Stack>
    </form>
  )
}

function Refusal({ error }: { error: Error }) {
  const t = useText()
  const reason = error instanceof ApiError ? error.message : statusText(error)
  const fields = Object.values(apiFieldErrors(error) ?? {})
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle />}
      title={t('lookup.values.import.failed')}
    >
      <Text size="sm" translate="no" style={{ whiteSpace: 'pre-wrap' }}>
        {fields.length === 0 ? reason : fields.join('\n')}
      </Text>
    </Alert>
  )
}
