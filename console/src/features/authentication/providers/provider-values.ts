/** The values of the form of a provider, as texts, and the draft that they mean. */
import { OIDC_ID, type OidcProvider, type OidcProviderDraft } from '@logyard/contract/identity/oidc'
import type { UseFormReturnType } from '@mantine/form'
import type { useText } from '../../../base/text/text.tsx'

export interface ProviderValues {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  readonly isSecretKept: boolean
  readonly scopes: readonly string[]
  readonly usernameClaim: string
  readonly fullNameClaim: string
  readonly emailClaim: string
  readonly defaultRoles: readonly string[]
  readonly mappingClaim: string
  readonly claimRoles: readonly { readonly value: string; readonly role_ids: readonly string[] }[]
  readonly emailDomains: readonly string[]
  readonly requiredClaim: string
  readonly requiredValue: string
  readonly signsOut: boolean
}

export type ProviderFormState = UseFormReturnType<ProviderValues>

export const newProvider = (defaultRoles: readonly string[]): ProviderValues => ({
  id: '',
  title: '',
  description: '',
  issuer: '',
  clientId: '',
  secret: '',
  isSecretKept: false,
  scopes: ['openid', 'profile', 'email'],
  usernameClaim: 'preferred_username',
  fullNameClaim: 'name',
  emailClaim: 'email',
  defaultRoles,
  mappingClaim: 'groups',
  claimRoles: [],
  emailDomains: [],
  requiredClaim: '',
  requiredValue: '',
  signsOut: true,
})

export const valuesOfProvider = (provider: OidcProvider): ProviderValues => ({
  id: provider.id,
  title: provider.title,
  description: provider.description,
  issuer: provider.issuer,
  clientId: provider.client_id,
  secret: '',
  isSecretKept: provider.client_secret.is_set,
  scopes: provider.scopes,
  usernameClaim: provider.username_claim,
  fullNameClaim: provider.full_name_claim,
  emailClaim: provider.email_claim,
  defaultRoles: provider.default_roles,
  mappingClaim: provider.role_mapping?.claim ?? 'groups',
  claimRoles: provider.role_mapping?.roles ?? [],
  emailDomains: provider.email_domains,
  requiredClaim: provider.required_claim?.claim ?? '',
  requiredValue: provider.required_claim?.value ?? '',
  signsOut: provider.signs_out,
})

export function draftOfProvider(values: ProviderValues): OidcProviderDraft {
  const { claimRoles, requiredClaim, requiredValue } = values
  return {
    title: values.title,
    description: values.description,
    issuer: values.issuer,
    client_id: values.clientId,
    client_secret: secretOf(values),
    scopes: [...values.scopes],
    username_claim: values.usernameClaim,
    full_name_claim: values.fullNameClaim,
    email_claim: values.emailClaim,
    default_roles: [...values.defaultRoles],
    role_mapping:
      claimRoles.length === 0
        ? null
        : {
            claim: values.mappingClaim,
            roles: claimRoles.map(({ value, role_ids }) => ({ value, role_ids: [...role_ids] })),
          },
    email_domains: [...values.emailDomains],
    required_claim: requiredClaim === '' ? null : { claim: requiredClaim, value: requiredValue },
    signs_out: values.signsOut,
  }
}

function secretOf({ secret, isSecretKept }: ProviderValues): NonNullable<OidcProviderDraft['client_secret']> {
  if (isSecretKept) return { keep_value: true }
  return secret === '' ? { delete_value: true } : { set_value: secret }
}

/** The field of the form by the name of the server. */
const FIELDS: Readonly<Record<string, keyof ProviderValues>> = {
  client_id: 'clientId',
  client_secret: 'secret',
  username_claim: 'usernameClaim',
  full_name_claim: 'fullNameClaim',
  email_claim: 'emailClaim',
  role_mapping: 'claimRoles',
  email_domains: 'emailDomains',
  required_claim: 'requiredClaim',
}
export const fieldOfProvider = (name: string): string => FIELDS[name] ?? name

const REQUIRED = ['id', 'title', 'issuer', 'clientId', 'usernameClaim', 'fullNameClaim', 'emailClaim'] as const

export function problemsOfProvider(t: ReturnType<typeof useText>, values: ProviderValues): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const field of REQUIRED) {
    if (values[field].trim() === '') problems[field] = t('authentication.error.required')
  }
  if (problems['id'] === undefined && !new RegExp(OIDC_ID).test(values.id)) {
    problems['id'] = t('authentication.provider.id.help')
  }
  const { claimRoles, mappingClaim, requiredClaim, requiredValue } = values
  if (claimRoles.some(({ value }) => value === '')) problems['claimRoles'] = t('authentication.provider.valueMissing')
  if (claimRoles.length > 0 && mappingClaim.trim() === '') problems['mappingClaim'] = t('authentication.error.required')
  if ((requiredClaim === '') !== (requiredValue === '')) {
    problems['requiredClaim'] = t('authentication.provider.required.both')
  }
  return problems
}
