import { type Static, Type } from 'typebox'
import { MAX_NAMED, MAX_PERMISSIONS } from '../http/bounds.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, nullable, page, pageQuery } from '../http/envelope.ts'
import { holds, inArea, NoBody, ownerDecides } from '../http/operation.ts'
import { primitiveBoolean } from '../http/primitive.ts'
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

export const RoleDraft = Type.Object(
  {
    name: Type.String(),
    description: Type.Optional(nullable(Type.String())),
    permissions: Type.Array(Type.String(), { maxItems: MAX_PERMISSIONS }),
    read_only: Type.Optional(primitiveBoolean({ description: 'Ignored' })),
  },
  { title: 'RoleDraft', additionalProperties: false },
)
export type RoleDraft = Static<typeof RoleDraft>

export const RoleMembership = Type.Object(
  { role: Type.String(), users: Type.Array(UserSummary) },
  { title: 'RoleMembership' },
)

export const AuthzRole = Type.Object({ id: Type.String(), ...roleFacts }, { title: 'AuthzRole' })
export type AuthzRole = Static<typeof AuthzRole>

const authzRoleRows = { roles: Type.Array(AuthzRole), query: Type.String(), grand_total: Type.Integer() }
const RoleUser = Type.Object({ id: Type.String(), username: Type.String() })

export const AuthzRolePage = page('AuthzRolePage', {
  ...authzRoleRows,
  context: Type.Object({ users: Type.Record(Type.String(), Type.Array(RoleUser), { description: 'By role id' }) }),
})

export const UserRolePage = page('UserRolePage', authzRoleRows)

export const AssigneePage = page('AssigneePage', { users: Type.Array(UserOverview), query: Type.String() })

const area = 'identity'
const { get, put, del } = inArea(area)

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

export const listRoleMembers = get('/roles/{name}/members', {
  id: 'roles.members',
  summary: 'The users that have a role',
  access: holds('users:list', 'roles:read'),
  answers: { 200: RoleMembership, 404: ApiError },
})

export const addRoleMember = put('/roles/{name}/members/{username}', {
  id: 'roles.add_member',
  summary: 'Give a role to a user',
  access: holds('users:edit:<username>', 'roles:edit:<name>'),
  audit: 'role:add-member',
  answers: { 204: NoBody, 404: ApiError },
})

export const removeRoleMember = del('/roles/{name}/members/{username}', {
  id: 'roles.remove_member',
  summary: 'Unassign a role from a user',
  access: holds('users:edit:<username>', 'roles:edit:<name>'),
  audit: 'role:remove-member',
  answers: { 204: NoBody, 404: ApiError },
})

export const pageAuthzRoles = get('/authz/roles', {
  id: 'authz_roles.list',
  summary: 'A page of roles with the users that have them',
  access: holds('roles:read'),
  query: Type.Object(pageQuery),
  answers: { 200: AuthzRolePage },
})

export const getAuthzRole = get('/authz/roles/{roleId}', {
  id: 'authz_roles.get',
  summary: 'One role by id',
  access: holds('roles:read:<roleId>'),
  answers: { 200: AuthzRole, 404: ApiError },
})

export const deleteAuthzRole = del('/authz/roles/{roleId}', {
  id: 'authz_roles.delete',
  summary: 'Delete a role by id and unassign it from its users',
  access: holds('roles:edit'),
  audit: 'role:delete',
  answers: { 204: NoBody, 404: ApiError, 405: ApiError },
})

export const pageRoleAssignees = get('/authz/roles/{roleId}/assignees', {
  id: 'authz_roles.assignees',
  summary: 'A page of the users that have a role',
  access: holds('users:list'),
  query: Type.Object(pageQuery),
  answers: { 200: AssigneePage, 404: ApiError },
})

export const addRoleAssignees = put('/authz/roles/{roleId}/assignees', {
  id: 'authz_roles.add_assignees',
  summary: 'Give a role to users, all of them or none',
  access: ownerDecides('users:rolesedit:<username>'),
  audit: 'role:add-member',
  body: Type.Array(Type.String(), { title: 'Usernames', maxItems: MAX_NAMED }),
  answers: { 204: NoBody, 404: ApiError },
})

export const removeRoleAssignee = del('/authz/roles/{roleId}/assignee/{username}', {
  id: 'authz_roles.remove_assignee',
  summary: 'Unassign a role from a user',
  access: holds('users:rolesedit:<username>'),
  audit: 'role:remove-member',
  answers: { 204: NoBody, 404: ApiError },
})

export const pageUserRoles = get('/authz/roles/user/{username}', {
  id: 'authz_roles.for_user',
  summary: 'A page of the roles that a user has',
  access: holds('roles:read'),
  query: Type.Object(pageQuery),
  answers: { 200: UserRolePage, 404: ApiError },
})
