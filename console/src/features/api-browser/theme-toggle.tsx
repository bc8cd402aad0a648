import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'

/** Light or dark for this browser only; the console's own switch also saves the choice with the user. */
export function ThemeToggle() {
  const t = useText()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  return (
    <ActionIcon
      size="lg"
      aria-label={scheme === 'dark' ? t('apiBrowser.light') : t('apiBrowser.dark')}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  )
}
