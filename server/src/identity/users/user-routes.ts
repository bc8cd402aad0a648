import {
  changeUserPassword,
  clearUserPermissions,
  createUser,
  deleteUser,
  deleteUserById,
  setUserPermissions,
  setUserPreferences,
  setUserStatus,
  updateUser,
} from '@logyard/contract/identity/users'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { ChangePassword } from '../passwords/password-change.ts'
import type { Users } from './user-service.ts'

/** The operations that change users. */
export function userRoutes(
  app: FastifyInstance,
  deps: {
    readonly users: Users
    readonly changePassword: ChangePassword
    readonly addressOf: (request: FastifyRequest) => string
    /** The API's own address, without a slash at the end. */
    readonly apiUrl: string
  },
): void {
  const { users, changePassword, addressOf, apiUrl } = deps

  serve(app, createUser, async ({ body, reply }) => {
    const user = await users.create(body)
    reply.header('location', `${apiUrl}/users/${encodeURIComponent(user.username)}`)
    return null
  })

  serve(app, updateUser, async ({ caller, params, body }) => {
    await users.update(caller, params.userId, body)
    return null
  })

  serve(app, deleteUser, async ({ params }) => {
    await users.delete(params.username)
    return null
  })

  serve(app, deleteUserById, async ({ params }) => {
    await users.deleteById(params.userId)
    return null
  })

  serve(app, setUserPermissions, async ({ params, body }) => {
    await users.setPermissions(params.username, body.permissions)
    return null
  })

  serve(app, clearUserPermissions, async ({ params }) => {
    await users.setPermissions(params.username, [])
    return null
  })

  serve(app, setUserPreferences, async ({ params, body }) => {
    await users.setPreferences(params.username, body.preferences)
    return null
  })

  serve(app, changeUserPassword, async ({ caller, params, body, request }) => {
    await changePassword(caller, params.userId, body, addressOf(request))
    return null
  })

  serve(app, setUserStatus, async ({ caller, params, reply }) => {
    const isChanged = await users.setStatus(caller, params.userId, params.status)
    if (!isChanged) reply.code(304)
    return null
  })
}
