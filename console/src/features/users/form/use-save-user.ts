import { setUserPreferences, type UserSummary, updateUser } from '@logyard/contract/identity/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../../api/api-error.ts'
import { normalizePreferences } from '../../../base/preferences/preferences.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { USER_CHANGES } from '../user-actions.ts'
import { maySetTimeout } from '../user-permissions.ts'
import { changeOf, type UserPart, type UserValues } from './user-parts.ts'

export interface SaveOutcome {
  readonly saved: readonly UserPart[]
  readonly failed: readonly { readonly part: UserPart; readonly error: unknown }[]
}

/** Saves parts of a user one after the other. A part that fails does not stop the others. */
export function useSaveUser(user: UserSummary, id: string) {
  const t = useText()
  const call = useCall()
  const self = useCurrentUser()
  const canSetTimeout = maySetTimeout(useMay())
  const notify = useNotify()
  const client = useQueryClient()
  // The shell has the current user's latest preferences, because its theme switch also saves them.
  const preferences = self.id === id ? self.preferences : user.preferences

  const savePart = (part: UserPart, values: UserValues): Promise<unknown> =>
    part === 'preferences'
      ? call(setUserPreferences, {
          params: { username: user.username },
          body: { preferences: normalizePreferences({ ...preferences, ...values.switches }) },
        })
      : call(updateUser, { params: { userId: id }, body: changeOf(part, values, canSetTimeout) })

  const reportFailure = (part: UserPart, status: string) =>
    part === 'preferences'
      ? notify.error(
          t('shell.preferences.failed', { username: user.username, status }),
          t('shell.preferences.failed.title'),
        )
      : notify.error(t('users.toast.updateFailed', { name: user.full_name, status }))

  return useMutation({
    async mutationFn({ parts, values }: { parts: readonly UserPart[]; values: UserValues }): Promise<SaveOutcome> {
      const failed: { part: UserPart; error: unknown }[] = []
      for (const part of parts) await savePart(part, values).catch((error: unknown) => failed.push({ part, error }))
      return { saved: parts.filter((part) => failed.every((one) => one.part !== part)), failed }
    },
    async onSuccess({ saved, failed }, { values }) {
      for (const { part, error } of failed) reportFailure(part, statusText(error))
      const isOnlyPreferences = saved.every((part) => part === 'preferences')
      if (failed.length === 0 && isOnlyPreferences) notify.success(t('shell.preferences.saved'))
      else if (failed.length === 0) notify.success(t('users.toast.updated', { name: values.full_name.trim() }))
      await Promise.all(USER_CHANGES.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}
