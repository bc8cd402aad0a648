/** The one module for preferences: reading, saving, and what a read-only user keeps in the browser instead. */
import { type Preferences, setUserPreferences } from '@logyard/contract/identity/users'
import { useMutation } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { useCall } from '../services/services.tsx'
import { useCurrentUser, useReloadCurrentUser } from '../session/current-user.tsx'
import { useText } from '../text/text.tsx'
import { useNotify } from '../toasts/notify.tsx'

/** Forms of old wrote booleans as words. */
const normalizePreferences = (preferences: Preferences): Preferences =>
  Object.fromEntries(
    Object.entries(preferences).map(([key, value]) => [
      key,
      value === 'true' ? true : value === 'false' ? false : value,
    ]),
  )

interface Saving {
  readonly username: string
  /** The whole map: the server replaces what it has. */
  readonly preferences: Preferences
  /** No toast on success, for changes whose effect is seen at once. */
  readonly isSilent?: boolean
}

/** Saves a user's preferences with the usual toasts, and reads the current user again when they are theirs. */
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
