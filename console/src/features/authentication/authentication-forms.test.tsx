import { createAuthBackend } from '@logyard/contract/identity/auth-services'
import {
  getOidcProvider,
  listOidcProviders,
  type OidcProvider,
  updateOidcProvider,
} from '@logyard/contract/identity/oidc'
import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

// The whole console is slow in jsdom.
vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }

const READER = { id: 'r1', name: 'Reader', description: '', permissions: [], read_only: true }
const PROVIDER: OidcProvider = {
  id: 'corp',
  title: 'Corporate login',
  description: '',
  issuer: 'https://id.example.org',
  client_id: 'logyard',
  client_secret: { is_set: true },
  scopes: ['openid'],
  username_claim: 'preferred_username',
  full_name_claim: 'name',
  email_claim: 'email',
  default_roles: ['r1'],
  role_mapping: { claim: 'groups', roles: [{ value: 'ops', role_ids: ['r1'] }] },
  email_domains: [],
  required_claim: null,
  signs_out: true,
  active: false,
}

async function open(path: string, ready: string) {
  const server = quietServer()
    .on(pageAuthzRoles, {
      ...{ total: 1, count: 1, page: 1, per_page: 0, grand_total: 1, query: '' },
      roles: [READER],
      context: { users: {} },
    })
    .on(getOidcProvider, PROVIDER)
    .on(listOidcProviders, {
      providers: [PROVIDER],
      redirect_uri_base: 'https://logs.example.org/api/logyard/oidc/callback/',
      back_channel_logout_uri_base: null,
    })
  const app = renderConsole({ path, server, user: ada })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  await screen.findByRole('button', { name: ready }, LOADING)
  return { app, actor }
}

const openWizard = () => open('/system/authentication/services/create/ldap', 'Create')
const stepOf = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Steps' })).getByRole('button', { name })

test('a service with errors opens the step of the first one, and marks all steps with errors', async () => {
  const { app, actor } = await openWizard()
  using _ = app
  await actor.click(stepOf(/Group synchronization/))
  await actor.click(screen.getByRole('button', { name: 'Add group' }))
  await actor.click(screen.getByRole('button', { name: 'Create' }))
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('Search base DN: Field is required.')
  alert.getByText('Search pattern: Field is required.')
  alert.getByText('Group search base DN: Field is required.')
  expect(stepOf(/User synchronization/).getAttribute('aria-current')).toBe('step')
  expect(document.activeElement).toBe(screen.getByLabelText('Search base DN'))
  expect(screen.getAllByRole('img', { name: 'This step has errors' })).toHaveLength(2)
  expect(app.server.calls(createAuthBackend)).toEqual([])
})

test('an error of the server stands at its field, whose step opens', async () => {
  const { app, actor } = await openWizard()
  using _ = app
  app.server.outcome(createAuthBackend, () => ({
    status: 400,
    body: { failed: true, errors: { ca_certificates: ['not in PEM form'] }, error_context: {} },
  }))
  await actor.click(stepOf(/User synchronization/))
  await actor.type(screen.getByLabelText('Search base DN'), 'dc=example,dc=org')
  await actor.click(screen.getByLabelText('Search pattern'))
  await actor.paste('(uid={0})')
  await actor.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Server validation error: not in PEM form')
  expect(stepOf(/Server configuration/).getAttribute('aria-current')).toBe('step')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('CA certificates (optional)')))
  expect(app.server.calls(createAuthBackend)[0]?.body).toMatchObject({
    title: 'LDAP',
    default_roles: ['r1'],
    config: { servers: [{ host: 'localhost', port: 636 }], user_search_base: 'dc=example,dc=org', group_mapping: null },
  })
})

test('a stored provider can be saved after a change, with the secret that it has', async () => {
  const { app, actor } = await open('/system/authentication/providers/corp', 'Save')
  using _ = app
  app.server.on(updateOidcProvider, PROVIDER)
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save.hasAttribute('disabled')).toBe(true)
  await actor.type(screen.getByLabelText('Title'), ' 2')
  await actor.click(save)
  await waitFor(() => expect(app.server.calls(updateOidcProvider)).toHaveLength(1))
  const { id: _id, active: _active, ...settings } = PROVIDER
  expect(app.server.calls(updateOidcProvider)[0]?.body).toEqual({
    ...settings,
    title: 'Corporate login 2',
    client_secret: { keep_value: true },
  })
})

test('a claim without a value has the error, and not one that gives no roles', async () => {
  const { app, actor } = await open('/system/authentication/providers/corp', 'Save')
  using _ = app
  await actor.click(screen.getByRole('button', { name: 'Add value' }))
  await actor.type(screen.getAllByLabelText('Value').at(-1) ?? document.body, 'staff')
  await actor.click(screen.getByRole('button', { name: 'Add value' }))
  await actor.click(screen.getByRole('button', { name: 'Save' }))
  const faults = () => screen.getAllByLabelText('Value').map((field) => field.getAttribute('aria-invalid') === 'true')
  await waitFor(() => expect(faults()).toEqual([false, false, true]))
  expect(document.activeElement).toBe(screen.getAllByLabelText('Value').at(-1))
  expect(app.server.calls(updateOidcProvider)).toEqual([])
})
