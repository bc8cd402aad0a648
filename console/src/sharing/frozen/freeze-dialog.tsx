/** Freezes what is shown under a link, with a note for those who open it. */
import { createFrozenLink, type FrozenLinkDraft, MAX_FROZEN_NOTE } from '@logyard/contract/search/frozen-links'
import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { AppLink } from '../../base/routes/app-link.tsx'
import { useHrefOf } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { FROZEN_LINKS_KEY } from './frozen-queries.ts'

interface FreezeDialogProps {
  readonly draft: Omit<FrozenLinkDraft, 'note'>
  readonly onClose: () => void
}

export function FreezeDialog({ draft, onClose }: FreezeDialogProps) {
  const t = useText()
  const [note, setNote] = useState('')
  const freeze = useAction({
    run: (call, body: FrozenLinkDraft) => call(createFrozenLink, { body }),
    texts: 'sharing.frozen.create',
    changes: [FROZEN_LINKS_KEY],
  })
  return (
    <Modal opened onClose={onClose} title={t('sharing.frozen.new')} size="lg">
      {freeze.data === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            // In React's tree the dialog is inside the search bar.
            event.stopPropagation()
            freeze.mutate({ ...draft, note })
          }}
        >
          <Stack gap="md">
            <Text size="sm">{t('sharing.frozen.what', { count: draft.messages.length })}</Text>
            <Textarea
              data-autofocus
              label={t('sharing.frozen.note')}
              description={t('sharing.frozen.note.help')}
              value={note}
              maxLength={MAX_FROZEN_NOTE}
              autosize
              minRows={3}
              maxRows={12}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
            <Group justify="end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('ui.cancel')}
              </Button>
              <Button type="submit" loading={freeze.isPending}>
                {t('sharing.frozen.create')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Created id={freeze.data.id} />
      )}
    </Modal>
  )
}

function Created({ id }: { id: string }) {
  const t = useText()
  const href = useHrefOf()
  const clipboard = useClipboard()
  const link = `${window.location.origin}${href(routes.frozen.link(id))}`
  return (
    <Stack gap="md">
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('sharing.frozen.link')}
          value={link}
          readOnly
          translate="no"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          leftSection={clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          onClick={() => clipboard.copy(link)}
        >
          {t(clipboard.copied ? 'ui.copied' : 'sharing.frozen.copy')}
        </Button>
      </Group>
      <Group gap="md" fz="sm">
        <AppLink to={routes.frozen.link(id)}>{t('sharing.frozen.open')}</AppLink>
        <AppLink to={routes.frozen.list()}>{t('sharing.frozen.mine')}</AppLink>
      </Group>
    </Stack>
  )
}
