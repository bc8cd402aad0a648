import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { MAX_PAGE_TITLE } from '../../../view-document/dashboards/page-changes.ts'

interface PageTitleDialogProps {
  readonly title: string
  readonly placeholder: string
  readonly onSave: (title: string) => void
  readonly onClose: () => void
}

export function PageTitleDialog({ title: initial, placeholder, onSave, onClose }: PageTitleDialogProps) {
  const t = useText()
  const [title, setTitle] = useState(initial)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (title.trim() !== '') onSave(title.trim())
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('dashboards.pages.rename.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label={t('widgets.facts.title')}
            description={t('dashboards.pages.rename.help', { max: MAX_PAGE_TITLE })}
            placeholder={placeholder}
            maxLength={MAX_PAGE_TITLE}
            value={title}
            autoComplete="off"
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" disabled={title.trim() === ''}>
              {t('dashboards.pages.rename.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
