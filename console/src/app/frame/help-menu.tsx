import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconApi, IconHelpCircle, IconInfoCircle, IconKeyboard, IconPlayerPlay } from '@tabler/icons-react'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'

interface HelpMenuProps {
  readonly onShortcuts: () => void
  readonly onAbout: () => void
}

export function HelpMenu({ onShortcuts, onAbout }: HelpMenuProps) {
  const t = useText()
  const { apiUrl } = useServices().config
  const gettingStarted = useLinkProps(routes.gettingStarted({ menu: true }))
  return (
    <Menu position="bottom-end">
      <Tooltip label={t('shell.help')}>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t('shell.help')}>
            <IconHelpCircle size={18} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item component="a" {...gettingStarted} leftSection={<IconPlayerPlay size={15} />}>
          {t('shell.help.gettingStarted')}
        </Menu.Item>
        <Menu.Item component="a" href={`${apiUrl}api-browser`} target="_blank" leftSection={<IconApi size={15} />}>
          {t('shell.help.apiBrowser')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={15} />} onClick={onShortcuts}>
          {t('shell.help.shortcuts')}
        </Menu.Item>
        <Menu.Item leftSection={<IconInfoCircle size={15} />} onClick={onAbout}>
          {t('shell.about')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
