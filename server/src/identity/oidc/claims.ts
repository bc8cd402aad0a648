/** Reads the claims of a person. A claim can be anything: only texts count, and only under names that the object owns. */
import type { StoredOidcProvider } from './oidc-provider-store.ts'

export type Claims = Readonly<Record<string, unknown>>

/** The person whom a provider vouches for. */
export interface ClaimedPerson {
  /** Unique for all time: issuer and subject. Names and mail addresses can pass to another person. */
  readonly uid: string
  readonly username: string
  readonly fullName: string
  readonly email: string
  /** The roles of the mapping that the claims give; undefined without a mapping. */
  readonly mappedRoles: readonly string[] | undefined
}

const NO_EMAIL = 'unknown@unknown.invalid'
const LONGEST_EMAIL = 254
const LONGEST_NAME = 200

/** The texts under a name, or under a path with dots if no claim has the whole name. */
export function claimValues(claims: Claims, path: string): readonly string[] {
  const value = ownValue(claims, path) ?? path.split('.').reduce<unknown>(ownValue, claims)
  const values = Array.isArray(value) ? value : [value]
  return values.flatMap((one) => {
    if (typeof one === 'string') return [one]
    return typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : []
  })
}

const ownValue = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && !Array.isArray(object) && Object.hasOwn(object, name)
    ? Object(object)[name]
    : undefined

/** A text for people, in one line. */
const textOf = (claims: Claims, path: string): string =>
  (claimValues(claims, path)[0] ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()

/** Why the claims may not sign in; for the log. */
export function refusalOf(claims: Claims, provider: StoredOidcProvider): string | undefined {
  const { required_claim: required, email_domains: domains } = provider
  if (usernameOf(claims, provider) === '') return 'it lacks the claim of the user name'
  if (required !== null && !claimValues(claims, required.claim).includes(required.value)) {
    return 'it lacks the required claim'
  }
  if (domains.length > 0) {
    // The claim about verification is about the claim `email`, whatever else is shown as the mail address.
    const { email, email_verified: verified } = claims
    if (verified !== true && verified !== 'true') return 'the mail address is not verified'
    if (typeof email !== 'string' || !domains.includes(domainOf(email))) return 'the domain of the mail address'
  }
  return undefined
}

const usernameOf = (claims: Claims, provider: StoredOidcProvider) =>
  claimValues(claims, provider.username_claim)[0] ?? ''

/** Empty if the address has not exactly one `@`. */
function domainOf(email: string): string {
  const [name = '', domain = '', ...more] = email.split('@')
  return name === '' || more.length > 0 ? '' : domain.toLowerCase()
}

export function personOf(claims: Claims, subject: string, provider: StoredOidcProvider): ClaimedPerson {
  const username = usernameOf(claims, provider)
  const email = textOf(claims, provider.email_claim)
  const { role_mapping: mapping } = provider
  const values = mapping === null ? [] : claimValues(claims, mapping.claim)
  return {
    uid: JSON.stringify([provider.issuer, subject]),
    username,
    fullName: (textOf(claims, provider.full_name_claim) || username).slice(0, LONGEST_NAME).toWellFormed(),
    email: email === '' || email.length > LONGEST_EMAIL ? NO_EMAIL : email,
    mappedRoles:
      mapping === null
        ? undefined
        : mapping.roles.filter(({ value }) => values.includes(value)).flatMap(({ role_ids }) => role_ids),
  }
}
