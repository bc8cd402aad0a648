import { testAuthBackendConnection, testAuthBackendLogin } from '@logyard/contract/identity/auth-services'
import {
  listPermissions,
  PERMISSION_CATALOGUE,
  readerPermissions,
  selfPermissions,
} from '@logyard/contract/identity/permissions'
import { getSignInNotice } from '@logyard/contract/identity/sign-in-notice'
import { getTrustedHeaderConfig, updateTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import { authServiceRoutes } from './auth-services/auth-service-routes.ts'
import type { Identity } from './identity.ts'
import { oidcProviderRoutes } from './oidc/oidc-provider-routes.ts'
import { oidcSignInRoutes } from './oidc/oidc-sign-in-routes.ts'
import { authzRoleRoutes } from './roles/authz-role-routes.ts'
import { roleRoutes } from './roles/role-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { shareRoutes } from './shares/share-routes.ts'
import { tokenRoutes } from './tokens/token-routes.ts'
import { readTrustedHeader } from './trusted-header/read-trusted-header.ts'
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
  signInRoutes(app, identity)
  oidcProviderRoutes(app, { ...identity, apiUrl })
  oidcSignInRoutes(app, { ...identity, apiUrl })
}

function permissionRoutes(app: FastifyInstance): void {
  const permissions = Object.fromEntries(
    Object.entries(PERMISSION_CATALOGUE).map(([group, actions]) => [group, [...actions]]),
  )
  serve(app, listPermissions, () => ({ permissions }))
  serve(app, readerPermissions, ({ params }) => ({ permissions: selfPermissions(params.username).sort() }))
}

/** Tries of a directory, the trusted header, and the notice on the sign-in page. */
function signInRoutes(app: FastifyInstance, { authServices, directoryTests, signInNotice }: Identity): void {
  serve(app, testAuthBackendConnection, ({ caller, body, signal }) =>
    directoryTests.connection(body, { owner: caller.userId, signal }),
  )
  serve(app, testAuthBackendLogin, ({ caller, body, signal }) =>
    directoryTests.login(body, { owner: caller.userId, signal }),
  )
  serve(app, getTrustedHeaderConfig, () => authServices.trustedHeader())
  serve(app, updateTrustedHeaderConfig, async ({ body, request }) => {
    const config = readTrustedHeader(body)
    await authServices.setTrustedHeader(config)
    request.log.info(config, 'trusted header changed')
    return config
  })
  serve(app, getSignInNotice, () => signInNotice.read())
}
