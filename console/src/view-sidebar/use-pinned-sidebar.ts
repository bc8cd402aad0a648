import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useSavePreferences } from '../base/preferences/preferences.ts'
import { useCurrentUser } from '../base/session/current-user.tsx'

/** From this width on there is room for the results and the sidebar. */
const WIDE = '(min-width: 80em)'

/**
 * Whether the sidebar is beside the page: a preference, which read-only users keep in the browser. Until a user decides,
 * that of a search is, if the window is wide enough.
 */
export function usePinnedSidebar(
  kind: 'search' | 'dashboard',
): readonly [isPinned: boolean, setPinned: (isPinned: boolean) => void] {
  const preference = `${kind}SidebarIsPinned` as const
  const { username, preferences, read_only: isReadOnly } = useCurrentUser()
  const save = useSavePreferences()
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const [pinnedHere, setPinnedHere] = useLocalStorage<boolean | undefined>({
    key: `${preference}.${username}`,
    defaultValue: undefined,
    getInitialValueInEffect: false,
  })
  const stored = preferences?.[preference]
  // Show the new state at once; the saved preference takes over when the server has responded.
  const sent = save.isPending ? save.variables.preferences[preference] : stored
  const chosen = isReadOnly ? pinnedHere : sent === undefined || sent === null ? undefined : String(sent) === 'true'
  const setPinned = (isPinned: boolean) => {
    if (isReadOnly) setPinnedHere(isPinned)
    else save.mutate({ username, preferences: { ...preferences, [preference]: isPinned }, isSilent: true })
  }
  return [chosen ?? (kind === 'search' && isWide), setPinned]
}
