import { type Static, Type } from 'typebox'
import { long, MAX_LIST, MAX_PASSWORD, MAX_PERMISSIONS } from '../http/bounds.ts'
import { ApiError, LegacyInstant, nullable, page, pageQuery } from '../http/envelope.ts'
import { freeMap, ignoresUnknown } from '../http/open-parts.ts'
import { holds, inArea, NoBody, ownerDecides } from '../http/operation.ts'

const closed = { additionalProperties: false } as const

/** The account that the configuration defines; no stored user has this id. */
export const ROOT_USER_ID = 'local:admin'

export const ACCOUNT_STATUSES = ['enabled', 'disabled', 'deleted'] as const
export const AccountStatus = Type.Union([Type.Literal('enabled'), Type.Literal('disabled'), Type.Literal('deleted')], {
  title: 'AccountStatus',
})
export type AccountStatus = Static<typeof AccountStatus>

export const Startpage = Type.Object(
  {
    type: nullable(Type.String({ description: 'stream, dashboard, or search for a saved search' })),
    id: nullable(Type.String()),
  },
  { title: 'Startpage' },
)
export type Startpage = Static<typeof Startpage>

/** As clients send it: an object that lacks one of the two clears the start page. */
export const StartpageChange = Type.Object(
  { type: Type.Optional(nullable(Type.String())), id: Type.Optional(nullable(Type.String())) },
  { title: 'StartpageChange', ...ignoresUnknown },
)
export type StartpageChange = Static<typeof StartpageChange>

/** A free map. Known keys: enableSmartSearch, updateUnfocussed, searchSidebarIsPinned, dashboardSidebarIsPinned, themeMode. */
export const Preferences = Type.Record(Type.String(), Type.Unknown(), { title: 'Preferences' })
export type Preferences = Static<typeof Preferences>

const sessionFacts = { last_activity: nullable(LegacyInstant), client_address: nullable(Type.String()) }

export const UserSummary = Type.Object(
  {
    id: nullable(Type.String()),
    username: Type.String(),
    email: Type.String(),
    full_name: Type.String(),
    permissions: Type.Array(Type.String(), {
      description: 'Effective, in lower case; empty when the caller may not see them',
    }),
    grn_permissions: Type.Array(Type.String()),
    preferences: nullable(Preferences),
    timezone: nullable(Type.String()),
    session_timeout_ms: nullable(Type.Integer({ description: '-1 for never' })),
    read_only: Type.Boolean(),
    external: Type.Boolean(),
    startpage: nullable(Startpage),
    roles: Type.Array(Type.String(), { description: 'Names' }),
    session_active: Type.Boolean(),
    ...sessionFacts,
    account_status: AccountStatus,
    service_account: Type.Boolean(),
  },
  { title: 'UserSummary' },
)
export type UserSummary = Static<typeof UserSummary>

export const UserOverview = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    full_name: Type.String(),
    email: Type.String(),
    external_user: nullable(Type.Boolean()),
    read_only: nullable(Type.Boolean()),
    roles: Type.Array(Type.String(), { description: 'Names' }),
    session_active: nullable(Type.Boolean()),
    ...sessionFacts,
    auth_service_id: nullable(Type.String()),
    auth_service_uid: nullable(Type.String()),
    account_status: AccountStatus,
    service_account: Type.Boolean(),
  },
  { title: 'UserOverview' },
)
export type UserOverview = Static<typeof UserOverview>

export const UserList = Type.Object({ users: Type.Array(UserSummary) }, { title: 'UserList' })

export const UserPage = page('UserPage', {
  users: Type.Array(UserOverview),
  query: Type.String(),
  context: Type.Object({ admin_user: nullable(UserOverview) }),
})
export type UserPage = Static<typeof UserPage>

/** Lengths are checked by the service, because their refusal names the field in a body of its own. */
export const UserCreate = Type.Object(
  {
    username: Type.String({ description: '1 to 100 characters' }),
    password: Type.String({ description: 'Not empty' }),
    email: Type.String({ description: '1 to 254 characters' }),
    full_name: Type.String({ description: 'Up to 200 characters' }),
    permissions: Type.Array(Type.String(), { maxItems: MAX_PERMISSIONS }),
    timezone: Type.Optional(nullable(Type.String())),
    session_timeout_ms: Type.Optional(nullable(long())),
    startpage: Type.Optional(nullable(StartpageChange)),
    roles: Type.Optional(
      nullable(Type.Array(Type.String({ description: 'Names, in any case' }), { maxItems: MAX_LIST })),
    ),
    service_account: Type.Optional(nullable(Type.Boolean())),
  },
  { title: 'UserCreate', additionalProperties: false },
)
export type UserCreate = Static<typeof UserCreate>

/** Unknown keys are ignored: clients send whole users. */
export const UserChange = Type.Object(
  {
    email: Type.Optional(nullable(Type.String())),
    full_name: Type.Optional(nullable(Type.String())),
    permissions: Type.Optional(nullable(Type.Array(Type.String(), { maxItems: MAX_PERMISSIONS }))),
    timezone: Type.Optional(nullable(Type.String())),
    startpage: Type.Optional(nullable(StartpageChange)),
    session_timeout_ms: Type.Optional(nullable(long())),
    roles: Type.Optional(nullable(Type.Array(Type.String(), { maxItems: MAX_LIST }))),
    service_account: Type.Optional(nullable(Type.Boolean())),
  },
  { title: 'UserChange', ...ignoresUnknown },
)
export type UserChange = Static<typeof UserChange>

export const PasswordChange = Type.Object(
  { old_password: Type.Optional(nullable(Type.String({ maxLength: MAX_PASSWORD }))), password: Type.String() },
  { title: 'PasswordChange', ...closed },
)
export type PasswordChange = Static<typeof PasswordChange>

export const PermissionsChange = Type.Object(
  { permissions: Type.Array(Type.String(), { maxItems: MAX_PERMISSIONS }) },
  { title: 'PermissionsChange', ...closed },
)
export const PreferencesChange = Type.Object(
  { preferences: freeMap('Each client keeps what it likes') },
  { title: 'PreferencesChange', ...closed },
)

const { get, post, put, del } = inArea('identity')

export const listUsers = get('/users', {
  id: 'users.list',
  summary: 'Every user, the root user first',
  access: holds('users:list'),
  answers: { 200: UserList },
})

export const pageUsers = get('/users/paginated', {
  id: 'users.paginated',
  summary: 'A page of the stored users',
  access: holds('users:list'),
  query: Type.Object(pageQuery),
  answers: { 200: UserPage },
})

export const getUser = get('/users/{username}', {
  id: 'users.get',
  summary: 'One user by name',
  access: holds('users:edit:<username>'),
  answers: { 200: UserSummary, 404: ApiError },
})

export const getUserById = get('/users/id/{userId}', {
  id: 'users.get_by_id',
  summary: 'One user by id',
  access: ownerDecides('users:edit:<username>'),
  answers: { 200: UserSummary, 404: ApiError },
})

export const createUser = post('/users', {
  id: 'users.create',
  summary: 'Create a user',
  access: holds('users:create'),
  audit: 'user:create',
  created: 'location',
  body: UserCreate,
  answers: { 201: NoBody },
})

export const updateUser = put('/users/{userId}', {
  id: 'users.update',
  summary: 'Change a user, by id or by name; what the caller may not change stays as it is',
  access: ownerDecides('users:edit:<username>'),
  audit: 'user:update',
  body: UserChange,
  answers: { 204: NoBody, 404: ApiError },
})

export const deleteUser = del('/users/{username}', {
  id: 'users.delete',
  summary: 'Delete a user with its tokens, sessions and grants',
  access: holds('users:edit'),
  audit: 'user:delete',
  answers: { 204: NoBody, 404: ApiError },
})

export const deleteUserById = del('/users/id/{userId}', {
  id: 'users.delete_by_id',
  summary: 'Delete a user by id',
  access: holds('users:edit'),
  audit: 'user:delete',
  answers: { 204: NoBody, 404: ApiError },
})

export const setUserPermissions = put('/users/{username}/permissions', {
  id: 'users.set_permissions',
  summary: "Replace a user's own permissions",
  access: holds('users:permissionsedit'),
  audit: 'user:update-permissions',
  body: PermissionsChange,
  answers: { 204: NoBody, 404: ApiError },
})

export const clearUserPermissions = del('/users/{username}/permissions', {
  id: 'users.clear_permissions',
  summary: "Clear a user's own permissions",
  access: holds('users:permissionsedit'),
  audit: 'user:update-permissions',
  answers: { 204: NoBody, 404: ApiError },
})

export const setUserPreferences = put('/users/{username}/preferences', {
  id: 'users.set_preferences',
  summary: "Replace a user's preferences",
  access: holds('users:edit:<username>'),
  audit: 'user:update-preferences',
  body: PreferencesChange,
  answers: { 204: NoBody, 404: ApiError },
})

export const changeUserPassword = put('/users/{userId}/password', {
  id: 'users.change_password',
  summary: 'Change a password; users must send the old one to change their own',
  access: ownerDecides('users:passwordchange:<username>'),
  audit: 'user:change-password',
  body: PasswordChange,
  answers: { 204: NoBody, 403: ApiError, 404: ApiError },
})

export const setUserStatus = put('/users/{userId}/status/{status}', {
  id: 'users.set_status',
  summary: 'Enable or disable an account; disabling ends its sessions',
  access: ownerDecides('users:edit:<username>'),
  audit: 'user:change-status',
  answers: { 200: NoBody, 304: NoBody, 404: ApiError },
})
