import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { SaveButton } from '../../ui/form/save-button.tsx'
import type { ViewFacts } from './view-facts.ts'

interface ViewFactsDialogProps {
  readonly title: string
  readonly saveLabel: string
  readonly facts: ViewFacts
  readonly isSaving: boolean
  readonly onSave: (facts: ViewFacts) => void
  readonly onClose: () => void
}

/** Edits the title, summary and description of a saved search or dashboard. */
export function ViewFactsDialog({ title, saveLabel, facts: initial, isSaving, onSave, onClose }: ViewFactsDialogProps) {
  const t = useText()
  const [facts, setFacts] = useState(initial)
  const change = (changes: Partial<ViewFacts>) => setFacts((old) => ({ ...old, ...changes }))
  const name = facts.title.trim()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name !== '') onSave({ ...facts, title: name })
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label={t('widgets.facts.title')}
            value={facts.title}
            autoComplete="off"
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <TextInput
            label={t('widgets.facts.summary')}
            description={t('widgets.facts.summary.help')}
            value={facts.summary}
            onChange={(event) => change({ summary: event.currentTarget.value })}
          />
          <Textarea
            label={t('widgets.facts.description')}
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
            <SaveButton label={saveLabel} isSaving={isSaving} isDisabled={name === ''} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
