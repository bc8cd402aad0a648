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
  })

  serve(app, updateUser, ({ caller, params, body }) => users.update(caller, params.userId, body))

  serve(app, deleteUser, ({ params }) => users.delete(params.username))

  serve(app, deleteUserById, ({ params }) => users.deleteById(params.userId))

  serve(app, setUserPermissions, ({ params, body }) => users.setPermissions(params.username, body.permissions))

  serve(app, clearUserPermissions, ({ params }) => users.setPermissions(params.username, []))

  serve(app, setUserPreferences, ({ params, body }) => users.setPreferences(params.username, body.preferences))

  serve(app, changeUserPassword, ({ caller, params, body, request }) =>
    changePassword(caller, params.userId, body, addressOf(request)),
  )

  serve(app, setUserStatus, async ({ caller, params, reply }) => {
    const isChanged = await users.setStatus(caller, params.userId, params.status)
    if (!isChanged) reply.code(304)
  })
}
