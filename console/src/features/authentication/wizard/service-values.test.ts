import type { AuthBackend } from '@logyard/contract/identity/auth-services'
import { expect, test } from 'vitest'
import { draftOf, newService, portFor, problemsOf, type ServiceValues, valuesOf } from './service-values.ts'

const complete = (changes: Partial<ServiceValues> = {}): ServiceValues => ({
  ...newService('ldap', 'LDAP', ['reader']),
  user_search_base: 'dc=example,dc=org',
  user_search_pattern: '(uid={0})',
  ...changes,
})

test.each([
  { port: 636, from: 'tls', to: 'none', is: 389 },
  { port: 389, from: 'none', to: 'tls', is: 636 },
  { port: 389, from: 'start_tls', to: 'none', is: 389 },
  { port: 10_636, from: 'tls', to: 'none', is: 10_636 },
] as const)('from $from to $to the port $port becomes $is', ({ port, from, to, is }) => {
  expect(portFor(to, complete({ port, transport_security: from }))).toBe(is)
})

test.each([
  { name: 'no password', changes: {}, had: false, is: null },
  { name: 'a new password', changes: { password: 'p' }, had: true, is: { set_value: 'p' } },
  { name: 'a stored password', changes: { isPasswordKept: true }, had: true, is: { keep_value: true } },
  { name: 'a stored password that was reset', changes: {}, had: true, is: { delete_value: true } },
])('$name is sent as $is', ({ changes, had, is }) => {
  expect(draftOf('ldap', complete(changes), had).config.system_user_password).toEqual(is)
})

test('a stored service is the same after it was edited without a change', () => {
  const { title, description, default_roles, config } = draftOf('ldap', complete(), false)
  const mapping = { search_base: 'ou=groups', search_pattern: '', roles: [{ group: 'ops', role_ids: ['a'] }] }
  const stored = {
    id: 'one',
    title,
    description,
    default_roles,
    config: { ...config, group_mapping: mapping, system_user_password: { is_set: true } },
  } as AuthBackend
  expect(draftOf('ldap', valuesOf(stored), true)).toEqual({
    title,
    description,
    default_roles,
    config: { ...config, group_mapping: mapping, system_user_password: { keep_value: true } },
  })
})

test('missing values, ports out of range and groups without roles are problems', () => {
  const problems = problemsOf(
    (id) => id,
    'ldap',
    complete({ title: ' ', port: 70_000, default_roles: [], groupRoles: [{ name: 'ops', role_ids: [] }] }),
  )
  expect(problems).toEqual({
    title: 'authentication.error.required',
    port: 'authentication.error.tooLarge',
    default_roles: 'authentication.error.required',
    groupBase: 'authentication.error.required',
    groupRoles: 'authentication.error.groups',
  })
})
