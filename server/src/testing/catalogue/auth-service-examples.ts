import { adBackend, ldapBackend } from '../../identity/auth-services/testing/backend-drafts.ts'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

const BACKENDS = { method: 'POST', path: '/system/authentication/services/backends' }

async function ofBackend(world: CatalogueWorld): Promise<{ readonly params: { readonly id: string } }> {
  const created = await world.call(world.admin, BACKENDS, { body: ldapBackend({ title: world.unique('directory') }) })
  const { id } = Object(created.json()['backend'])
  return { params: { id: String(id) } }
}

/** Nothing listens there: the tests of a directory answer 200 with the problem. */
const CLOSED_PORT = 1
const test = { backend_configuration: adBackend(CLOSED_PORT), user_login: { username: 'ada', password: 'secret' } }

export const authServiceExamples: Readonly<
  Record<string, (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>>
> = {
  'auth_backends.list': () => ({}),
  'auth_backends.get': ofBackend,
  'auth_backends.create': (world) => ({ body: ldapBackend({ title: world.unique('directory') }) }),
  'auth_backends.update': async (world) => ({ ...(await ofBackend(world)), body: ldapBackend({ title: 'Changed' }) }),
  'auth_backends.delete': ofBackend,
  'auth_backends.users': ofBackend,
  'auth_services.active': () => ({}),
  'auth_services.get_configuration': () => ({}),
  'auth_services.set_configuration': () => ({ body: { active_backend: null } }),
  'auth_services.test_connection': () => ({ body: test }),
  'auth_services.test_login': () => ({ body: test }),
  'http_header_auth.get': () => ({}),
  'http_header_auth.update': () => ({ body: { enabled: false, username_header: 'Remote-User' } }),
}
