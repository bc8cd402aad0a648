/** The values of the preference `themeMode`, and the local storage key of the latest one. */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

export type ThemeMode = 'teint' | 'noir'
const THEME_KEY = 'themeMode'

export const isThemeMode = (value: unknown): value is ThemeMode => value === 'teint' || value === 'noir'
export const themeModeOf = (scheme: 'light' | 'dark'): ThemeMode => (scheme === 'dark' ? 'noir' : 'teint')
export const schemeOf = (mode: ThemeMode): 'light' | 'dark' => (mode === 'noir' ? 'dark' : 'light')

/** Mantine's colour scheme, stored under the console's key and shared between tabs. `auto` until the user chooses. */
export function colorSchemeManager(window: Window): MantineColorSchemeManager {
  let follow: ((event: StorageEvent) => void) | undefined
  const stop = () => {
    if (follow !== undefined) window.removeEventListener('storage', follow)
    follow = undefined
  }
  const read = (): MantineColorScheme | undefined => {
    const mode = window.localStorage.getItem(THEME_KEY)
    return isThemeMode(mode) ? schemeOf(mode) : undefined
  }
  return {
    get: (fallback) => read() ?? fallback,
    set(scheme) {
      if (scheme !== 'auto') window.localStorage.setItem(THEME_KEY, themeModeOf(scheme))
    },
    subscribe(onUpdate) {
      follow = (event) => {
        if (event.key === THEME_KEY) onUpdate(read() ?? 'auto')
      }
      window.addEventListener('storage', follow)
    },
    unsubscribe: stop,
    clear: () => window.localStorage.removeItem(THEME_KEY),
  }
}
