import { type Static, Type } from 'typebox'
import { MAX_NAMED, MAX_PERMISSIONS } from '../http/bounds.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, nullable, page, pageQuery } from '../http/envelope.ts'
import { holds, NoBody, operation, ownerDecides } from '../http/operation.ts'
import { UserOverview, UserSummary } from './users.ts'

const roleFacts = {
  name: Type.String(),
  description: nullable(Type.String()),
  permissions: Type.Array(Type.String()),
  read_only: Type.Boolean(),
}

export const Role = Type.Object(roleFacts, { title: 'Role' })
export type Role = Static<typeof Role>

export const RoleList = Type.Object({ roles: Type.Array(Role), total: Type.Integer() }, { title: 'RoleList' })
export type RoleList = Static<typeof RoleList>

export const RoleDraft = Type.Object(
  {
    name: Type.String(),
    description: Type.Optional(nullable(Type.String())),
    permissions: Type.Array(Type.String(), { maxItems: MAX_PERMISSIONS }),
    read_only: Type.Optional(nullable(Type.Boolean({ description: 'Ignored' }))),
  },
  { title: 'RoleDraft', additionalProperties: false },
)
export type RoleDraft = Static<typeof RoleDraft>

export const RoleMembership = Type.Object(
  { role: Type.String(), users: Type.Array(UserSummary) },
  { title: 'RoleMembership' },
)
export type RoleMembership = Static<typeof RoleMembership>

export const AuthzRole = Type.Object({ id: Type.String(), ...roleFacts }, { title: 'AuthzRole' })
export type AuthzRole = Static<typeof AuthzRole>

const authzRoleRows = { roles: Type.Array(AuthzRole), query: Type.String(), grand_total: Type.Integer() }
const RoleUser = Type.Object({ id: Type.String(), username: Type.String() })

export const AuthzRolePage = page('AuthzRolePage', {
  ...authzRoleRows,
  context: Type.Object({ users: Type.Record(Type.String(), Type.Array(RoleUser), { description: 'By role id' }) }),
})
export type AuthzRolePage = Static<typeof AuthzRolePage>

export const UserRolePage = page('UserRolePage', authzRoleRows)
export type UserRolePage = Static<typeof UserRolePage>

export const AssigneePage = page('AssigneePage', { users: Type.Array(UserOverview), query: Type.String() })
export type AssigneePage = Static<typeof AssigneePage>

const area = 'identity'

export const roles = crud({
  id: 'roles',
  area,
  path: '/roles',
  key: 'name',
  one: 'role',
  access: perObject('roles', 'name'),
  audit: 'role',
  entity: Role,
  draft: RoleDraft,
  refused: ApiError,
  list: { summary: 'Every role', answers: { 200: RoleList } },
  get: { summary: 'One role by name' },
  create: { created: 'name', answers: { 201: Role } },
  update: { summary: 'Change or rename a role', answers: { 200: Role, 404: ApiError } },
  delete: { summary: 'Delete a role and unassign it from its users' },
})
export const { list: listRoles, get: getRole, create: createRole, update: updateRole, delete: deleteRole } = roles

export const listRoleMembers = operation({
  id: 'roles.members',
  area,
  method: 'GET',
  path: '/roles/{name}/members',
  summary: 'The users that have a role',
  access: holds('users:list', 'roles:read'),
  answers: { 200: RoleMembership, 404: ApiError },
})

export const addRoleMember = operation({
  id: 'roles.add_member',
  area,
  method: 'PUT',
  path: '/roles/{name}/members/{username}',
  summary: 'Give a role to a user',
  access: holds('users:edit:<username>', 'roles:edit:<name>'),
  audit: 'role:add-member',
  answers: { 204: NoBody, 404: ApiError },
})

export const removeRoleMember = operation({
  id: 'roles.remove_member',
  area,
  method: 'DELETE',
  path: '/roles/{name}/members/{username}',
  summary: 'Unassign a role from a user',
  access: holds('users:edit:<username>', 'roles:edit:<name>'),
  audit: 'role:remove-member',
  answers: { 204: NoBody, 404: ApiError },
})

export const pageAuthzRoles = operation({
  id: 'authz_roles.list',
  area,
  method: 'GET',
  path: '/authz/roles',
  summary: 'A page of roles with the users that have them',
  access: holds('roles:read'),
  query: Type.Object(pageQuery),
  answers: { 200: AuthzRolePage },
})

export const getAuthzRole = operation({
  id: 'authz_roles.get',
  area,
  method: 'GET',
  path: '/authz/roles/{roleId}',
  summary: 'One role by id',
  access: holds('roles:read:<roleId>'),
  answers: { 200: AuthzRole, 404: ApiError },
})

export const deleteAuthzRole = operation({
  id: 'authz_roles.delete',
  area,
  method: 'DELETE',
  path: '/authz/roles/{roleId}',
  summary: 'Delete a role by id and unassign it from its users',
  access: holds('roles:edit'),
  audit: 'role:delete',
  answers: { 204: NoBody, 404: ApiError, 405: ApiError },
})

export const pageRoleAssignees = operation({
  id: 'authz_roles.assignees',
  area,
  method: 'GET',
  path: '/authz/roles/{roleId}/assignees',
  summary: 'A page of the users that have a role',
  access: holds('users:list'),
  query: Type.Object(pageQuery),
  answers: { 200: AssigneePage, 404: ApiError },
})

export const addRoleAssignees = operation({
  id: 'authz_roles.add_assignees',
  area,
  method: 'PUT',
  path: '/authz/roles/{roleId}/assignees',
  summary: 'Give a role to users, all of them or none',
  access: ownerDecides('users:rolesedit:<username>'),
  audit: 'role:add-member',
  body: Type.Array(Type.String(), { title: 'Usernames', maxItems: MAX_NAMED }),
  answers: { 204: NoBody, 404: ApiError },
})

export const removeRoleAssignee = operation({
  id: 'authz_roles.remove_assignee',
  area,
  method: 'DELETE',
  path: '/authz/roles/{roleId}/assignee/{username}',
  summary: 'Unassign a role from a user',
  access: holds('users:rolesedit:<username>'),
  audit: 'role:remove-member',
  answers: { 204: NoBody, 404: ApiError },
})

export const pageUserRoles = operation({
  id: 'authz_roles.for_user',
  area,
  method: 'GET',
  path: '/authz/roles/user/{username}',
  summary: 'A page of the roles that a user has',
  access: holds('roles:read'),
  query: Type.Object(pageQuery),
  answers: { 200: UserRolePage, 404: ApiError },
})
