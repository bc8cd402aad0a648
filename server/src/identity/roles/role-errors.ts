import { LogyardError } from '../../platform/errors.ts'

export const roleNotFound = (name: string) =>
  new LogyardError('not-found', 'role-not-found', `No role found with name ${name}`)
export const roleIdNotFound = (id: string) =>
  new LogyardError('not-found', 'role-not-found', `Could not find role with id: ${id}`)
export const roleExists = (name: string, options: ErrorOptions = {}) =>
  new LogyardError('invalid', 'role-exists', `Role ${name} already exists.`, options)
export const roleRefused = (name: string) =>
  new LogyardError('invalid', 'role-refused', `Couldn't create role "${name}"`)
export const roleReadOnly = (name: string) =>
  new LogyardError('invalid', 'role-read-only', `Cannot update read only role ${name}`)
export const systemRole = (name: string) =>
  new LogyardError('invalid', 'role-read-only', `Cannot delete read only system role ${name}`)
export const systemRoleById = () => new LogyardError('wrong-method', 'role-read-only', 'HTTP 405 Method Not Allowed')
export const memberNotFound = (username: string) =>
  new LogyardError('not-found', 'user-not-found', `User ${username} has not been found.`)
export const assigneeNotFound = (username: string) =>
  new LogyardError('not-found', 'user-not-found', `Cannot find user with name: ${username}`)
export const assignedRoleNotFound = (id: string) =>
  new LogyardError('not-found', 'role-not-found', `Cannot find role with id: ${id}`)
