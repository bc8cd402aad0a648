import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { type PageShortcut, useShownShortcuts } from '../../base/page/page-shortcuts.tsx'
import { useText } from '../../base/text/text.tsx'

const isApple = /mac|iphone|ipad/i.test(navigator.platform)
const MOD = isApple ? '⌘' : 'Ctrl'

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['mod', 'K'], text: 'shell.shortcuts.palette' },
  { keys: ['mod', '/'], text: 'shell.shortcuts.scratchpad' },
  { keys: ['?'], text: 'shell.shortcuts.list' },
  { keys: ['Esc'], text: 'shell.shortcuts.close' },
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const ofPage = useShownShortcuts()
  return (
    <Modal opened onClose={onClose} title={t('shell.shortcuts')} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <Stack gap="sm">
        {[...ofPage, ...SHORTCUTS].map(({ keys, text }) => (
          <Group key={text} justify="space-between">
            <Text size="sm">{t(text)}</Text>
            <Group gap={4} translate="no">
              {keys.map((key) => (
                <Kbd key={key}>{key === 'mod' ? MOD : key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
