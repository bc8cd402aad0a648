import type { FastifyInstance } from 'fastify'
import { authServiceRoutes } from './auth-services/auth-service-routes.ts'
import type { Identity } from './identity.ts'
import { directoryTestRoutes } from './ldap/directory-test-routes.ts'
import { oidcProviderRoutes } from './oidc/oidc-provider-routes.ts'
import { oidcSignInRoutes } from './oidc/oidc-sign-in-routes.ts'
import { authzRoleRoutes } from './roles/authz-role-routes.ts'
import { permissionRoutes } from './roles/permission-routes.ts'
import { roleRoutes } from './roles/role-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { shareRoutes } from './shares/share-routes.ts'
import { signInNoticeRoutes } from './sign-in-notice/sign-in-notice-routes.ts'
import { tokenRoutes } from './tokens/token-routes.ts'
import { trustedHeaderRoutes } from './trusted-header/trusted-header-routes.ts'
import { userReadingRoutes } from './users/user-reading-routes.ts'
import { userRoutes } from './users/user-routes.ts'

/** All operations of the area. `apiUrl`, without a slash at the end, is for Location headers. */
export function identityRoutes(app: FastifyInstance, identity: Identity, apiUrl: string): void {
  permissionRoutes(app)
  sessionRoutes(app, identity)
  userReadingRoutes(app, identity)
  userRoutes(app, { ...identity, apiUrl })
  tokenRoutes(app, identity)
  roleRoutes(app, { ...identity, apiUrl })
  authzRoleRoutes(app, identity)
  shareRoutes(app, identity)
  authServiceRoutes(app, identity)
  directoryTestRoutes(app, identity)
  trustedHeaderRoutes(app, identity)
  signInNoticeRoutes(app, identity)
  oidcProviderRoutes(app, { ...identity, apiUrl })
  oidcSignInRoutes(app, { ...identity, apiUrl })
}
