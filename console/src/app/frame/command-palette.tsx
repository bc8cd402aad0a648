import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCommands } from '../../base/page/commands.tsx'
import { useGo } from '../../base/routes/location.ts'
import { useText } from '../../base/text/text.tsx'
import { useNavigation } from './use-navigation.ts'

/** Opens any page and runs the actions of the current one. Open as long as it is mounted. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const go = useGo()
  const commands = useCommands()
  const { main, menus, system } = useNavigation()
  const [[store, spotlight]] = useState(createSpotlight)
  useEffect(() => spotlight.open(), [spotlight])

  const pages = [...main, ...[...menus, ...system].flatMap((section) => section.entries)]
  const groups: SpotlightActionGroupData[] = [
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
      limit={12}
      overlayProps={{ backgroundOpacity: 0.3, blur: 1 }}
      transitionProps={{ duration: 100 }}
      attributes={{ content: { 'aria-label': t('shell.palette') } }}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('shell.palette.placeholder'),
        'aria-label': t('shell.palette.placeholder'),
      }}
    />
  )
}
