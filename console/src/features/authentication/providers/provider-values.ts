import { OIDC_ID, type OidcProvider, type OidcProviderDraft, type OidcSettings } from '@logyard/contract/identity/oidc'
import type { useText } from '../../../base/text/text.tsx'
import type { RoleRow } from '../role-rows.tsx'

/** The settings of a provider as its form edits them. */
export interface ProviderValues extends Omit<OidcSettings, 'role_mapping' | 'required_claim'> {
  readonly id: string
  readonly client_secret: string
  readonly isSecretKept: boolean
  readonly mappingClaim: string
  /** The names of the rows are values of the claim. */
  readonly claimRoles: readonly RoleRow[]
  readonly requiredClaim: string
  readonly requiredValue: string
}

export const newProvider = (defaultRoles: readonly string[]): ProviderValues => ({
  id: '',
  title: '',
  description: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  isSecretKept: false,
  scopes: ['openid', 'profile', 'email'],
  username_claim: 'preferred_username',
  full_name_claim: 'name',
  email_claim: 'email',
  default_roles: [...defaultRoles],
  mappingClaim: 'groups',
  claimRoles: [],
  email_domains: [],
  requiredClaim: '',
  requiredValue: '',
  signs_out: true,
})

export function valuesOfProvider(provider: OidcProvider): ProviderValues {
  const { active: _, client_secret: secret, role_mapping: mapping, required_claim: required, ...settings } = provider
  return {
    ...settings,
    client_secret: '',
    isSecretKept: secret.is_set,
    mappingClaim: mapping?.claim ?? 'groups',
    claimRoles: mapping?.roles.map(({ value, role_ids }) => ({ name: value, role_ids })) ?? [],
    requiredClaim: required?.claim ?? '',
    requiredValue: required?.value ?? '',
  }
}

export function draftOfProvider(values: ProviderValues): OidcProviderDraft {
  const { id: _, client_secret: secret, isSecretKept, mappingClaim, claimRoles, ...others } = values
  const { requiredClaim, requiredValue, ...settings } = others
  const roles = claimRoles.map(({ name, role_ids }) => ({ value: name, role_ids: [...role_ids] }))
  return {
    ...settings,
    client_secret: isSecretKept ? { keep_value: true } : changedSecret(secret),
    role_mapping: roles.length === 0 ? null : { claim: mappingClaim, roles },
    required_claim: requiredClaim === '' ? null : { claim: requiredClaim, value: requiredValue },
  }
}

const changedSecret = (secret: string) => (secret === '' ? { delete_value: true } : { set_value: secret })

/** The fields of the form that the server names otherwise. */
const FIELDS: Readonly<Record<string, keyof ProviderValues>> = {
  role_mapping: 'claimRoles',
  required_claim: 'requiredClaim',
}
export const fieldOfProvider = (name: string): string => FIELDS[name] ?? name

const REQUIRED = ['id', 'title', 'issuer', 'client_id', 'username_claim', 'full_name_claim', 'email_claim'] as const

/** A claim may give no roles, but it needs a value. */
export const isFaultyClaim = ({ name }: RoleRow): boolean => name === ''

export function problemsOfProvider(t: ReturnType<typeof useText>, values: ProviderValues): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const field of REQUIRED) {
    if (values[field].trim() === '') problems[field] = t('authentication.error.required')
  }
  if (problems['id'] === undefined && !new RegExp(OIDC_ID).test(values.id)) {
    problems['id'] = t('authentication.provider.id.help')
  }
  const { claimRoles, mappingClaim, requiredClaim, requiredValue } = values
  if (claimRoles.some(isFaultyClaim)) problems['claimRoles'] = t('authentication.provider.valueMissing')
  if (claimRoles.length > 0 && mappingClaim.trim() === '') problems['mappingClaim'] = t('authentication.error.required')
  if ((requiredClaim === '') !== (requiredValue === '')) {
    problems['requiredClaim'] = t('authentication.provider.required.both')
  }
  return problems
}
