import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useSavePreferences } from '../../base/preferences/preferences.ts'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { themeModeOf } from '../../base/theme/color-scheme.ts'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'

/** Light or dark. Applied and stored in the browser at once; saved in the preferences unless they are read-only. */
export function ThemeSwitch() {
  const t = useText()
  const user = useCurrentUser()
  const save = useSavePreferences()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const label = scheme === 'dark' ? t('shell.theme.toLight') : t('shell.theme.toDark')
  const change = () => {
    const next = scheme === 'dark' ? 'light' : 'dark'
    setColorScheme(next)
    if (user.read_only) return
    save.mutate({ username: user.username, preferences: { ...user.preferences, themeMode: themeModeOf(next) } })
  }
  return (
    <ToolButton label={label} size="lg" onClick={change} loading={save.isPending}>
      {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ToolButton>
  )
}
