import { FileInput } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useCreatePack } from '../pack-actions.ts'

/** Uploads a pack file, which the server checks. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <FormDialog isOpen close={onClose} title={t('contentPacks.upload.title')}>
      <UploadForm />
    </FormDialog>
  )
}

const NO_FILE: { readonly file: File | null } = { file: null }

function UploadForm() {
  const t = useText()
  const create = useCreatePack()
  const form = useEntityForm({
    // There is nothing to upload before a file is chosen.
    isNew: false,
    initial: NO_FILE,
    labels: {},
    save: async ({ file }) => create.mutateAsync((await file?.text()) ?? ''),
  })
  return (
    <EntityForm form={form} saveLabel={t('contentPacks.upload')}>
      <FileInput
        label={t('contentPacks.upload.file')}
        placeholder={t('contentPacks.upload.choose')}
        leftSection={<IconFileText size={16} />}
        accept=".json,application/json"
        translate="no"
        clearable
        clearButtonProps={{ 'aria-label': t('contentPacks.upload.clear') }}
        {...form.choice('file')}
      />
    </EntityForm>
  )
}
