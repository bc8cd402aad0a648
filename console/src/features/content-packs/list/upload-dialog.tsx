import { Button, FileInput, Group, Modal, Stack } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useCreatePack } from '../pack-actions.ts'

/** Uploads a pack file, which the server checks. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const create = useCreatePack()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (file !== null) create.mutate(await file.text(), { onSuccess: onClose })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contentPacks.upload.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <FileInput
            label={t('contentPacks.upload.file')}
            placeholder={t('contentPacks.upload.choose')}
            leftSection={<IconFileText size={16} />}
            accept=".json,application/json"
            translate="no"
            clearable
            clearButtonProps={{ 'aria-label': t('contentPacks.upload.clear') }}
            value={file}
            onChange={setFile}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <SaveButton label={t('contentPacks.upload')} isSaving={create.isPending} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
