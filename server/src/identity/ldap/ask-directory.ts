/** Asks a directory about one user, over a connection of its own. */
import type { StoredAuthService } from '../auth-services/auth-service-store.ts'
import { connectDirectory, type DirectoryConnection } from './directory-connection.ts'
import { DirectoryProblem } from './directory-errors.ts'
import { type Group, listGroups } from './directory-groups.ts'
import type { Conversation } from './directory-socket.ts'
import { type DirectoryUser, findDirectoryUser } from './directory-user.ts'

export type DirectoryService = Pick<StoredAuthService, 'config' | 'system_user_password'>

export interface Login {
  readonly username: string
  /** Without one it is not checked. */
  readonly password: string | undefined
}

export interface FoundUser {
  readonly user: DirectoryUser
  readonly isPasswordRight: boolean
  /** Undefined if no groups are mapped to roles, or the password is wrong. */
  readonly groups: readonly Group[] | undefined
}

/** Rejects with a `DirectoryProblem` when the directory cannot be reached or refuses the system user. */
export async function tryDirectory(service: DirectoryService, conversation: Conversation): Promise<void> {
  using connection = await connectDirectory(service.config, conversation)
  await bindSystemUser(connection, service)
}

/** The user of this name and whether the password is right. */
export async function askDirectory(
  service: DirectoryService,
  login: Login,
  conversation: Conversation,
): Promise<FoundUser | undefined> {
  using connection = await connectDirectory(service.config, conversation)
  await bindSystemUser(connection, service)
  const user = await findDirectoryUser(connection, service.config, login.username)
  if (user === undefined) return undefined
  if (login.password !== undefined && !(await connection.bind(user.bindName, login.password))) {
    return { user, isPasswordRight: false, groups: undefined }
  }
  const { group_mapping: mapping } = service.config
  if (mapping === null) return { user, isPasswordRight: true, groups: undefined }
  // Users may not be allowed to see their groups.
  if (login.password !== undefined) await bindSystemUser(connection, service)
  const groups = await listGroups(connection, service.config, mapping, user)
  return { user, isPasswordRight: true, groups }
}

async function bindSystemUser(connection: DirectoryConnection, service: DirectoryService): Promise<void> {
  const { system_user_dn: name } = service.config
  if (name === '' || service.system_user_password === '') return
  if (!(await connection.bind(name, service.system_user_password))) {
    throw new DirectoryProblem(`the directory refused the system user ${name}`)
  }
}
