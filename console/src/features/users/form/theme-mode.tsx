import { useText } from '../../../base/text/text.tsx'
import { isThemeMode } from '../../../base/theme/color-scheme.ts'

/** The name of the user's theme. */
export function ThemeMode({ mode }: { mode: unknown }) {
  const t = useText()
  return <span>{isThemeMode(mode) ? t(`users.theme.${mode}`) : t('users.theme.notConfigured')}</span>
}
