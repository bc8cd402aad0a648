import type { View } from '@logyard/contract/views'
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../../app/text/text.tsx'
import { SaveButton } from '../../../ui/save-button.tsx'
import type { SearchSession } from '../session/search-session.ts'
import { type SavedFacts, useSaveSearch } from './saved-search-actions.ts'

interface MetadataDialogProps {
  readonly session: SearchSession
  readonly view: View
  readonly onClose: () => void
}

/** What a saved search is called and what it is for. */
export function MetadataDialog({ session, view, onClose }: MetadataDialogProps) {
  const t = useText()
  const save = useSaveSearch(session)
  const [facts, setFacts] = useState<SavedFacts>({
    title: view.title,
    summary: view.summary,
    description: view.description,
  })
  const change = (changes: Partial<SavedFacts>) => setFacts((old) => ({ ...old, ...changes }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save.mutate({ view, facts: { ...facts, title: facts.title.trim() } }, { onSuccess: onClose })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('search.metadata.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label={t('search.metadata.name')}
            value={facts.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <TextInput
            label={t('search.metadata.summary')}
            description={t('search.metadata.summary.help')}
            value={facts.summary}
            onChange={(event) => change({ summary: event.currentTarget.value })}
          />
          <Textarea
            label={t('search.metadata.description')}
            autosize
            minRows={3}
            maxRows={10}
            value={facts.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <SaveButton
              label={t('search.metadata.save')}
              isSaving={save.isPending}
              isDisabled={facts.title.trim() === ''}
            />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
