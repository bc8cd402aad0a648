/** Drafts of providers as they are stored: defaults filled in, rules checked, the secret resolved. */
import { OIDC_DEFAULT_SCOPES, type OidcProviderDraft, type OidcSettings } from '@logyard/contract/identity/oidc'
import { authServiceRefused } from '../auth-services/auth-service-errors.ts'
import { readSecret } from '../auth-services/read-auth-service.ts'
import { canonicalIssuer, problemOfIssuer } from './issuer-url.ts'
import type { StoredOidcProvider } from './oidc-provider-store.ts'

/** Otherwise a user who may edit the provider could have the stored secret sent to a server of their own. */
const OTHER_ISSUER = 'The issuer has changed. Enter the secret again.'
const ONE_CHANGE = 'Set, keep or delete the secret: exactly one of them, and a new one must not be blank.'
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/
const DOMAIN = /^[^\s@.]+(?:\.[^\s@.]+)+$/

type Errors = Record<string, string[]>

/** Throws naming every field that breaks a rule. */
export function readOidcProvider(
  draft: OidcProviderDraft,
  id: string,
  before: StoredOidcProvider | undefined,
): StoredOidcProvider {
  const settings = completeSettings(draft)
  const errors = problemsOf(settings)
  const secret = readSecret(draft.client_secret, () => retainedSecret(settings, before, errors))
  if (secret === undefined) errors['client_secret'] = [ONE_CHANGE]
  if (Object.keys(errors).length > 0) throw authServiceRefused(errors)
  return { id, active: before?.active ?? false, ...settings, client_secret: secret ?? '' }
}

const completeSettings = (draft: OidcProviderDraft): OidcSettings => ({
  title: draft.title.trim(),
  issuer: canonicalIssuer(draft.issuer.trim()),
  client_id: draft.client_id.trim(),
  description: draft.description ?? '',
  scopes: withOpenid(draft.scopes ?? OIDC_DEFAULT_SCOPES),
  username_claim: draft.username_claim ?? 'preferred_username',
  full_name_claim: draft.full_name_claim ?? 'name',
  email_claim: draft.email_claim ?? 'email',
  default_roles: draft.default_roles ?? [],
  role_mapping: draft.role_mapping ?? null,
  email_domains: (draft.email_domains ?? []).map((domain) => domain.trim().toLowerCase()),
  required_claim: draft.required_claim ?? null,
  signs_out: draft.signs_out ?? true,
})

/** Without this scope there is no ID token. */
const withOpenid = (scopes: readonly string[]) => [...new Set(['openid', ...scopes.map((scope) => scope.trim())])]

function problemsOf(settings: OidcSettings): Errors {
  const errors: Errors = {}
  const require = (field: string, name: string, value: string) => {
    if (value.trim() === '') errors[field] = [`${name} cannot be empty.`]
  }
  require('title', 'Title', settings.title)
  require('client_id', 'Client ID', settings.client_id)
  require('username_claim', 'Claim of the user name', settings.username_claim)
  require('full_name_claim', 'Claim of the full name', settings.full_name_claim)
  require('email_claim', 'Claim of the e-mail address', settings.email_claim)
  const issuer = problemOfIssuer(settings.issuer)
  if (issuer !== undefined) errors['issuer'] = [issuer]
  const scope = settings.scopes.find((text) => !SCOPE.test(text))
  if (scope !== undefined) errors['scopes'] = ['A scope must not be empty, and must not have spaces or quotes.']
  const domain = settings.email_domains.find((text) => !DOMAIN.test(text))
  if (domain !== undefined) errors['email_domains'] = ['A domain must have the form example.com.']
  const { role_mapping: mapping, required_claim: required } = settings
  if (mapping !== null) {
    require('role_mapping', 'Claim of the role mapping', mapping.claim)
    if (mapping.roles.some(({ value }) => value === '')) errors['role_mapping'] = ['Each row needs a value.']
  }
  if (required !== null) {
    require('required_claim', 'Required claim', required.claim)
    require('required_claim', 'Value of the required claim', required.value)
  }
  return errors
}

function retainedSecret(settings: OidcSettings, before: StoredOidcProvider | undefined, errors: Errors): string {
  if (before === undefined || before.client_secret === '') return ''
  if (settings.issuer === before.issuer) return before.client_secret
  errors['client_secret'] = [OTHER_ISSUER]
  return ''
}
