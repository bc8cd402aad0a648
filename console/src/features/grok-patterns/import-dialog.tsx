import { Button, Checkbox, FileInput, Group, Modal, Stack, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEventHandler, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { grokPatternsQuery } from '../../parsing/grok-patterns-query.ts'
import { useGrokRunner } from '../../parsing/grok-run/use-grok-runner.ts'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { SaveButton } from '../../ui/form/save-button.tsx'
import { reasonOf, useImportGrokPatterns } from './grok-pattern-actions.tsx'
import { ImportLines } from './import-lines.tsx'
import { previewImport } from './import-preview.ts'

const MAX_FILE_BYTES = 4 * 1024 * 1024

/** Imports a pattern file after a preview of every line. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const notify = useNotify()
  const { data: stored } = useQuery(grokPatternsQuery(useCall()))
  const [file, setFile] = useState<File | null>(null)
  const [content, setContent] = useState('')
  const [replace, setReplace] = useState(false)
  const runner = useGrokRunner()
  const parsed = previewImport(content, stored ?? [], replace)
  const invalid = useQuery({
    queryKey: ['grok-import-check', content, stored?.length],
    queryFn: ({ signal }) =>
      runner.check(
        {
          task: 'check',
          definitions: parsed.definitions,
          names: parsed.lines.flatMap(({ name }) => name ?? []),
        },
        signal,
      ),
    enabled: parsed.count > 0 && stored !== undefined,
    retry: false,
    gcTime: 0,
  })
  const preview = previewImport(content, stored ?? [], replace, invalid.data)
  const save = useImportGrokPatterns()
  const read = async (next: File | null) => {
    setFile(next)
    save.reset()
    if (next !== null && next.size > MAX_FILE_BYTES) notify.error(t('grok.import.tooLarge'))
    setContent(next === null || next.size > MAX_FILE_BYTES ? '' : await next.text())
  }
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    save.mutate({ file: content, replace }, { onSuccess: onClose })
  }
  const isReady = preview.count > 0 && !preview.hasErrors && !invalid.isFetching
  return (
    <Modal opened onClose={onClose} size="xl" title={t('grok.import.title')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FileInput
            label={t('grok.import.file')}
            description={t('grok.import.file.help')}
            placeholder={t('grok.import.choose')}
            leftSection={<IconFileText size={16} />}
            accept=".txt,.grok,.patterns,text/plain"
            required
            clearable
            clearButtonProps={{ 'aria-label': t('grok.import.clear') }}
            value={file}
            onChange={(next) => void read(next)}
          />
          <Checkbox
            label={t('grok.import.replace')}
            checked={replace}
            onChange={({ currentTarget }) => setReplace(currentTarget.checked)}
          />
          {file !== null && content.trim() !== '' && (
            <ImportLines preview={preview} isReplacing={replace} stored={stored?.length ?? 0} />
          )}
          {file !== null && content !== '' && preview.count === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t('grok.import.nothing')}
            </Text>
          )}
          {save.isError && (
            <FormErrors
              errors={{}}
              labels={{}}
              general={{ title: t('grok.import.refused'), text: reasonOf(save.error, save.error.message) }}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <SaveButton label={t('grok.import.upload')} isSaving={save.isPending} isDisabled={!isReady} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
