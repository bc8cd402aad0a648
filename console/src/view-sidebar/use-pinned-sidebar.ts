import { useLocalStorage } from '@mantine/hooks'
import { useSavePreferences } from '../base/preferences/preferences.ts'
import { useCurrentUser } from '../base/session/current-user.tsx'

/** Whether the sidebar is beside the page: a preference, which read-only users keep in the browser. */
export function usePinnedSidebar(
  preference: 'searchSidebarIsPinned' | 'dashboardSidebarIsPinned',
): readonly [isPinned: boolean, setPinned: (isPinned: boolean) => void] {
  const { username, preferences, read_only: isReadOnly } = useCurrentUser()
  const save = useSavePreferences()
  const [isPinnedHere, setPinnedHere] = useLocalStorage({
    key: `${preference}.${username}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const stored = preferences?.[preference]
  // Show the new state at once; the saved preference takes over when the server has responded.
  const sent = save.isPending ? save.variables.preferences[preference] : stored
  const setPinned = (isPinned: boolean) => {
    if (isReadOnly) setPinnedHere(isPinned)
    else save.mutate({ username, preferences: { ...preferences, [preference]: isPinned }, isSilent: true })
  }
  return [isReadOnly ? isPinnedHere : sent === true || sent === 'true', setPinned]
}
