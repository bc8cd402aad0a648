import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconHistory, IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useDrafts } from '../../base/drafts/drafts-provider.tsx'
import { useCommands } from '../../base/page/commands.tsx'
import { useGo } from '../../base/routes/location.ts'
import { useText } from '../../base/text/text.tsx'
import { useNavigation } from './use-navigation.ts'
import { usePaletteEntities } from './use-palette-entities.ts'

const MAX_RECENT = 6

interface CommandPaletteProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
}

/** Finds pages, entities, fields and recent places, and runs the actions of the page. Open as long as it is mounted. */
export function CommandPalette({ text, onText, onClose }: CommandPaletteProps) {
  const t = useText()
  const go = useGo()
  const commands = useCommands()
  const { main, menus, groups: sections } = useNavigation()
  const [[store, spotlight]] = useState(createSpotlight)
  const entities = usePaletteEntities(text)
  const places = useDrafts().recentPlaces()
  useEffect(() => spotlight.open(), [spotlight])

  const pages = [...main, ...[...menus, ...sections].flatMap((section) => section.entries)]
  const recent = places.filter(({ title }) => matches(title, text)).slice(0, MAX_RECENT)
  const groups: SpotlightActionGroupData[] = [
    {
      group: t('shell.palette.recent'),
      actions: recent.map(({ link, title }) => ({
        id: `recent ${link}`,
        label: title,
        onClick: () => go(link),
        leftSection: <IconHistory size={16} stroke={1.6} />,
      })),
    },
    ...entities.map(({ title, entities: found }) => ({
      group: t(title),
      actions: found.map(({ link, label }) => ({
        id: `${title} ${link}`,
        label,
        // What the server found must pass the filter of names as well.
        keywords: [text],
        onClick: () => go(link),
        leftSection: <IconSearch size={16} stroke={1.6} />,
      })),
    })),
    {
      group: t('shell.palette.actions'),
      actions: commands.map(({ id, label, run }) => ({
        id,
        label,
        onClick: () => void run(),
        leftSection: <IconPlayerPlay size={16} />,
      })),
    },
    {
      group: t('shell.palette.pages'),
      actions: pages.map(({ link, label, icon: Icon }) => ({
        id: link,
        label,
        onClick: () => go(link),
        leftSection: <Icon size={16} stroke={1.6} />,
      })),
    },
  ].filter((group) => group.actions.length > 0)

  return (
    <Spotlight
      store={store}
      actions={groups}
      shortcut={null}
      onSpotlightClose={onClose}
      nothingFound={t('shell.palette.nothing')}
      highlightQuery
      scrollable
      maxHeight="min(480px, 70dvh)"
      limit={40}
      query={text}
      onQueryChange={onText}
      overlayProps={{ backgroundOpacity: 0.3, blur: 1 }}
      transitionProps={{ duration: 100 }}
      attributes={{ content: { 'aria-label': t('shell.palette') } }}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('shell.palette.placeholder'),
        'aria-label': t('shell.palette.placeholder'),
        onKeyDown: runFirst,
      }}
    />
  )
}

/** Enter runs the first entry; the palette selects none when what the server finds arrives after the text. */
function runFirst({ key }: KeyboardEvent) {
  if (key !== 'Enter' || document.querySelector('[data-action][data-selected]') !== null) return
  document.querySelector<HTMLElement>('[data-action]')?.click()
}

const matches = (title: string, text: string) => title.toLowerCase().includes(text.trim().toLowerCase())
