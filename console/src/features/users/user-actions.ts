/** The changes of a user. */
import { createToken, deleteToken, type Token, type TokenCreate } from '@logyard/contract/identity/tokens'
import {
  type AccountStatus,
  changeUserPassword,
  createUser,
  deleteUserById,
  type PasswordChange,
  setUserStatus,
  type UserCreate,
  type UserOverview,
  type UserSummary,
  updateUser,
} from '@logyard/contract/identity/users'
import type { Call } from '../../api/api-client.ts'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { isAtFields } from '../../ui/form/api-field-errors.ts'
import { tokensKey, USERS_KEY } from './user-queries.ts'

/** The changed user may be the current one, so the current user is reloaded after each change. */
export const USER_CHANGES = [USERS_KEY, ['roles'], ['current-user']] as const

export const useCreateUser = () =>
  useAction({
    run: (call, body: UserCreate) => call(createUser, { body }),
    texts: 'users.toast.create',
    values: ({ full_name }) => ({ name: full_name }),
    changes: [USERS_KEY, ['roles']],
  })

export const useResetStartPage = (userId: string, { full_name }: UserSummary) =>
  useAskedAction({
    run: (call) => call(updateUser, { params: { userId }, body: { startpage: {} } }),
    texts: 'users.toast.startPage',
    question: 'users.startPage',
    namedText: 'users.startPage.text',
    confirmLabel: 'users.startPage.reset',
    isHarmless: true,
    values: () => ({ name: full_name }),
    changes: USER_CHANGES,
  })

export const useChangePassword = (userId: string) =>
  useAction({
    run: (call, body: PasswordChange) => call(changeUserPassword, { params: { userId }, body }),
    texts: 'users.toast.password',
    values: () => ({ id: userId }),
    changes: [],
    isShown: isAtFields,
  })

const toStatus = (status: Exclude<AccountStatus, 'deleted'>) =>
  ({
    run: (call: Call, userId: string) => call(setUserStatus, { params: { userId, status } }),
    texts: 'users.toast.status',
    values: (id: string) => ({ id, target: status }),
    changes: [USERS_KEY],
  }) as const

export const useSetUserStatus = (status: 'enabled' | 'disabled') => useAction(toStatus(status))

/** Disables one's own account. */
export const useDisableSelf = () => useAskedAction({ ...toStatus('disabled'), question: 'users.disableSelf' })

export const useDeleteUser = () =>
  useAskedAction({
    run: (call, { id }: UserOverview) => call(deleteUserById, { params: { userId: id } }),
    texts: 'users.toast.delete',
    question: 'users.delete',
    namedText: 'users.delete.text',
    values: ({ full_name }) => ({ name: full_name }),
    changes: [USERS_KEY, ['roles']],
  })

interface NewToken {
  readonly name: string
  readonly body: TokenCreate
}

export const useCreateToken = (userId: string) =>
  useAction({
    run: (call, { name, body }: NewToken) => call(createToken, { params: { userId, name }, body }),
    texts: 'users.toast.createToken',
    values: ({ name }) => ({ name, id: userId }),
    changes: [tokensKey(userId)],
  })

export const useDeleteToken = (userId: string) =>
  useAskedAction({
    run: (call, { id }: Token) => call(deleteToken, { params: { userId, idOrToken: id } }),
    texts: 'users.toast.deleteToken',
    question: 'users.tokens.delete',
    namedText: 'users.tokens.delete.text',
    values: ({ name }) => ({ name, id: userId }),
    changes: [tokensKey(userId)],
  })
