import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../../app/text/text.tsx'
import { SaveButton } from '../../../ui/save-button.tsx'
import type { DashboardFacts } from './dashboard-saving.ts'

interface FactsDialogProps {
  readonly title: string
  readonly saveLabel: string
  readonly facts: DashboardFacts
  readonly isSaving: boolean
  readonly onSave: (facts: DashboardFacts) => void
  readonly onClose: () => void
}

/** What a dashboard is called and what it is for. */
export function FactsDialog({ title, saveLabel, facts: initial, isSaving, onSave, onClose }: FactsDialogProps) {
  const t = useText()
  const [facts, setFacts] = useState(initial)
  const change = (changes: Partial<DashboardFacts>) => setFacts((old) => ({ ...old, ...changes }))
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
            label={t('dashboards.facts.title')}
            value={facts.title}
            autoComplete="off"
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <TextInput
            label={t('dashboards.facts.summary')}
            description={t('dashboards.facts.summary.help')}
            value={facts.summary}
            onChange={(event) => change({ summary: event.currentTarget.value })}
          />
          <Textarea
            label={t('dashboards.facts.description')}
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
