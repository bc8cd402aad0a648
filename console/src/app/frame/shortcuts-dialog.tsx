import { Kbd, Modal, Title } from '@mantine/core'
import {
  type PageShortcut,
  type ShortcutArea,
  type ShortcutGroup,
  useShownShortcuts,
} from '../../base/page/page-shortcuts.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './shortcuts-dialog.module.css'
import { useJumps } from './use-go-keys.ts'

const isApple = /mac|iphone|ipad/i.test(navigator.platform)
const MOD = isApple ? '⌘' : 'Ctrl'

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['mod', 'K'], text: 'shell.shortcuts.palette' },
  { keys: ['mod', '/'], text: 'shell.shortcuts.scratchpad' },
  { keys: ['?'], text: 'shell.shortcuts.list' },
  { keys: ['Esc'], text: 'shell.shortcuts.close' },
]

/** Pages first; what works everywhere last. */
const AREAS: readonly ShortcutArea[] = ['search', 'messages', 'lists', 'dashboard', 'goTo', 'general']

/** The shortcuts of the open page and of the whole console, by area. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const ofPage = useShownShortcuts()
  const jumps = useJumps()
  const groups: readonly ShortcutGroup[] = [
    ...ofPage,
    { area: 'goTo', shortcuts: jumps.map(({ key, text }) => ({ keys: ['G', key.toUpperCase()], text })) },
    { area: 'general', shortcuts: SHORTCUTS },
  ]
  return (
    <Modal opened onClose={onClose} size="xl" title={t('shell.shortcuts')}>
      <div className={classes['columns']}>
        {AREAS.map((area) => (
          <Group key={area} area={area} shortcuts={shortcutsOf(groups, area)} />
        ))}
      </div>
    </Modal>
  )
}

/** Several tables on a page declare the same shortcuts, which are listed once. */
function shortcutsOf(groups: readonly ShortcutGroup[], wanted: ShortcutArea): readonly PageShortcut[] {
  const all = groups.filter(({ area }) => area === wanted).flatMap(({ shortcuts }) => shortcuts)
  return [...new Map(all.map((shortcut) => [shortcut.text, shortcut])).values()]
}

function Group({ area, shortcuts }: ShortcutGroup) {
  const t = useText()
  if (shortcuts.length === 0) return null
  return (
    <section className={classes['group']}>
      <Title order={3} mb="xs">
        {t(`shell.shortcuts.${area}`)}
      </Title>
      {shortcuts.map(({ keys, text }) => (
        <div key={text} className={classes['shortcut']}>
          <span>{t(text)}</span>
          <span className={classes['keys']} translate="no">
            {keys.map((key) => (
              <Kbd key={key}>{key === 'mod' ? MOD : key}</Kbd>
            ))}
          </span>
        </div>
      ))}
    </section>
  )
}
