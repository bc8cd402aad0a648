import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import type { MessageId } from '../text/catalogues.ts'
import { useText } from '../text/text.tsx'

const isApple = /mac|iphone|ipad/i.test(navigator.platform)
const MOD = isApple ? '⌘' : 'Ctrl'

const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly text: MessageId }[] = [
  { keys: [MOD, 'K'], text: 'shell.shortcuts.palette' },
  { keys: [MOD, '/'], text: 'shell.shortcuts.scratchpad' },
  { keys: ['?'], text: 'shell.shortcuts.list' },
  { keys: ['Esc'], text: 'shell.shortcuts.close' },
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Modal opened onClose={onClose} title={t('shell.shortcuts')} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <Stack gap="sm">
        {SHORTCUTS.map(({ keys, text }) => (
          <Group key={text} justify="space-between">
            <Text size="sm">{t(text)}</Text>
            <Group gap={4} translate="no">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
