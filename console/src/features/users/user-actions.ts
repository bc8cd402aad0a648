/** The mutations of a user, with their toasts. */
import { createToken, deleteToken, type Token, type TokenCreate } from '@logyard/contract/identity/tokens'
import {
  changeUserPassword,
  createUser,
  deleteUserById,
  type PasswordChange,
  setUserStatus,
  type UserCreate,
  updateUser,
} from '@logyard/contract/identity/users'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'
import { tokensKey, USERS_KEY } from './user-queries.ts'

/** The changed user may be the current one, so the current user is reloaded after each change. */
export const USER_CHANGES = [USERS_KEY, ['roles'], ['current-user']] as const

export interface NamedUser {
  readonly id: string
  readonly username: string
  readonly full_name: string
}

export function useCreateUser() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: UserCreate) => call(createUser, { body }),
    succeeded: ({ full_name }) => t('users.toast.created', { name: full_name }),
    failed: ({ full_name }, status) => ({ text: t('users.toast.createFailed', { name: full_name, status }) }),
    changes: [USERS_KEY, ['roles']],
  })
}

export function useResetStartPage() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (user: NamedUser) => call(updateUser, { params: { userId: user.id }, body: { startpage: {} } }),
    succeeded: () => t('users.toast.startPageChanged'),
    failed: (_, status) => ({
      title: t('users.toast.startPageFailed.title'),
      text: t('users.toast.startPageFailed', { status }),
    }),
    changes: USER_CHANGES,
  })
}

export function useChangePassword() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id, change }: { id: string; change: PasswordChange }) =>
      call(changeUserPassword, { params: { userId: id }, body: change }),
    succeeded: () => t('users.toast.passwordChanged'),
    failed: ({ id }, status, error) =>
      apiFieldErrors(error) === undefined ? { text: t('users.toast.passwordFailed', { id, status }) } : undefined,
    changes: [],
  })
}

export function useSetUserStatus() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id, status }: { id: string; status: 'enabled' | 'disabled' }) =>
      call(setUserStatus, { params: { userId: id, status } }),
    succeeded: ({ id, status }) => t('users.toast.statusSet', { id, status }),
    failed: ({ id, status }, reason) => ({ text: t('users.toast.statusFailed', { id, status, reason }) }),
    changes: [USERS_KEY],
  })
}

export function useDeleteUser() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: NamedUser) => call(deleteUserById, { params: { userId: id } }),
    succeeded: ({ full_name }) => t('users.toast.deleted', { name: full_name }),
    failed: ({ full_name }, status) => ({ text: t('users.toast.deleteFailed', { name: full_name, status }) }),
    changes: [USERS_KEY, ['roles']],
  })
}

export function useCreateToken(userId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ name, body }: { name: string; body: TokenCreate }) => call(createToken, { params: { userId, name }, body }),
    succeeded: ({ name }) => t('users.toast.tokenCreated', { name }),
    failed: ({ name }, status) => ({ text: t('users.toast.tokenCreateFailed', { name, id: userId, status }) }),
    changes: [tokensKey(userId)],
  })
}

export function useDeleteToken(userId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: Token) => call(deleteToken, { params: { userId, idOrToken: id } }),
    succeeded: ({ name }) => t('users.toast.tokenDeleted', { name }),
    failed: ({ name }, status) => ({ text: t('users.toast.tokenDeleteFailed', { name, id: userId, status }) }),
    changes: [tokensKey(userId)],
  })
}
