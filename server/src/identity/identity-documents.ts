/** The configuration documents of identity. */
import { TOKEN_SETTINGS_DEFAULTS, TOKEN_SETTINGS_KEY, TokenSettings } from '@logyard/contract/identity/token-settings'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import { createPasswordRules } from './passwords/password-rules.ts'
import { createSignInNotice } from './sign-in-notice/sign-in-notice.ts'

export function openIdentityDocuments(clusterConfig: Pick<ClusterConfig, 'register'>) {
  const tokens = clusterConfig.register({
    key: TOKEN_SETTINGS_KEY,
    draft: TokenSettings,
    document: TokenSettings,
    default: TOKEN_SETTINGS_DEFAULTS,
    complete: (draft) => draft,
  })
  return {
    tokenSettings: tokens.read,
    checkPasswordRules: createPasswordRules(clusterConfig),
    signInNotice: createSignInNotice(clusterConfig),
  }
}
