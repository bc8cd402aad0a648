import { adBackend } from '../../identity/auth-services/testing/backend-drafts.ts'
import { type Example, nothing } from './catalogue-world.ts'
import { ofKind } from './kind-examples.ts'

/** Nothing listens there: the tests of a directory answer 200 with the problem. */
const CLOSED_PORT = 1
const test = { backend_configuration: adBackend(CLOSED_PORT), user_login: { username: 'ada', password: 'secret' } }

export const authServiceExamples: Readonly<Record<string, Example>> = {
  'auth_backends.users': ofKind('auth_backends'),
  'auth_services.active': nothing,
  'auth_services.get_configuration': nothing,
  'auth_services.set_configuration': () => ({ body: { active_backend: null } }),
  'auth_services.test_connection': () => ({ body: test }),
  'auth_services.test_login': () => ({ body: test }),
  'http_header_auth.get': nothing,
  'http_header_auth.update': () => ({ body: { enabled: false, username_header: 'Remote-User' } }),
}
