/** The only module for preferences: reads and saves them; read-only users keep them in the browser. */
import { type Preferences, setUserPreferences } from '@logyard/contract/identity/users'
import { useMutation } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { useCall } from '../services/services.tsx'
import { useCurrentUser, useReloadCurrentUser } from '../session/current-user.tsx'
import { useText } from '../text/text.tsx'
import { useNotify } from '../toasts/notify.tsx'

/** Older clients stored booleans as strings. */
export const normalizePreferences = (preferences: Preferences): Preferences =>
  Object.fromEntries(
    Object.entries(preferences).map(([key, value]) => [
      key,
      value === 'true' ? true : value === 'false' ? false : value,
    ]),
  )

interface Saving {
  readonly username: string
  /** All preferences: the server replaces the stored ones. */
  readonly preferences: Preferences
  /** Shows no toast on success, for changes with a visible effect. */
  readonly isSilent?: boolean
}

/** Saves a user's preferences with the usual toasts, and reloads the current user if they are theirs. */
export function useSavePreferences() {
  const call = useCall()
  const notify = useNotify()
  const t = useText()
  const me = useCurrentUser()
  const reload = useReloadCurrentUser()
  return useMutation({
    mutationFn: ({ username, preferences }: Saving) =>
      call(setUserPreferences, { params: { username }, body: { preferences: normalizePreferences(preferences) } }),
    onSuccess: async (_, { username, isSilent }) => {
      if (username === me.username) await reload()
      if (!isSilent) notify.success(t('shell.preferences.saved'))
    },
    onError: (error, { username }) =>
      notify.error(
        t('shell.preferences.failed', { username, status: statusText(error) }),
        t('shell.preferences.failed.title'),
      ),
  })
}
