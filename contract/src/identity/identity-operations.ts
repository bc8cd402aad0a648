import { authServiceOperations } from './auth-services.ts'
import { oidcOperations } from './oidc.ts'
import { permissionOperations } from './permissions.ts'
import { roleOperations } from './roles.ts'
import { sessionOperations } from './sessions.ts'
import { shareOperations } from './shares.ts'
import { getSignInNotice } from './sign-in-notice.ts'
import { tokenOperations } from './tokens.ts'
import { trustedHeaderOperations } from './trusted-header.ts'
import { userOperations } from './users.ts'

export const identityAreaOperations = [
  ...sessionOperations,
  ...permissionOperations,
  ...userOperations,
  ...tokenOperations,
  ...roleOperations,
  ...shareOperations,
  ...authServiceOperations,
  ...oidcOperations,
  ...trustedHeaderOperations,
  getSignInNotice,
]
