/** OpenID Connect: providers that users sign in through, and the steps of a sign-in. All of it is our own. */
import { type Static, Type } from 'typebox'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, nullable, refusedForm } from '../http/envelope.ts'
import { ignoresUnknown } from '../http/open-parts.ts'
import { holds, inArea, NoBody, publicAccess, READS_ONLY, signedIn } from '../http/operation.ts'
import { SecretIn, SecretOut } from './auth-services.ts'
import { Session } from './sessions.ts'

const closed = { additionalProperties: false } as const
const optional = Type.Optional

const MAX_TITLE = 100
const MAX_ID = 100
const MAX_TEXT = 20_000
const MAX_URL = 2000
const MAX_CLAIM = 200
const MAX_VALUE = 500
const MAX_ROLES = 100
const MAX_SCOPES = 30
const MAX_DOMAINS = 100
const MAX_DOMAIN = 255
const MAX_CODE = 4096
const MAX_LOGOUT_TOKEN = 8192
export const MAX_MAPPED_CLAIMS = 500
/** Characters of the path that a sign-in returns to. */
export const MAX_RETURN_PATH = 2000

/** `auth_service_id` of a user is this and the id of the provider. Ids of directories never begin so. */
export const OIDC_ORIGIN = 'oidc:'
/** Short enough to be never mistaken for the id of another entity. */
export const OIDC_ID = '^[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])?$'
export const OIDC_DEFAULT_SCOPES: readonly string[] = ['openid', 'profile', 'email']

/** Added to the address that a sign-in returns to: `done`, or why it failed. */
export const OIDC_OUTCOME = 'sign-in'
export const OIDC_DONE = 'done'
export const OIDC_FAILURES = ['expired', 'cancelled', 'unavailable', 'rejected', 'not-allowed', 'busy'] as const
export type OidcFailure = (typeof OIDC_FAILURES)[number]

const id = Type.String({ pattern: OIDC_ID, description: 'Chosen at creation; a part of the redirect URI' })
const claim = Type.String({
  maxLength: MAX_CLAIM,
  description: 'Name of a claim, or a path with dots: realm_access.roles',
})
const roleIds = Type.Array(Type.String({ maxLength: MAX_CLAIM }), { maxItems: MAX_ROLES })

/** A user gets the roles of each row whose value the claim has, and loses roles that only other rows name. */
export const ClaimMapping = Type.Object(
  {
    claim,
    roles: Type.Array(
      Type.Object(
        { value: Type.String({ maxLength: MAX_VALUE, description: 'Upper and lower case differ' }), role_ids: roleIds },
        { title: 'ClaimRoles', ...closed },
      ),
      { maxItems: MAX_MAPPED_CLAIMS },
    ),
  },
  { title: 'ClaimMapping', ...closed },
)

export const RequiredClaim = Type.Object(
  { claim, value: Type.String({ maxLength: MAX_VALUE }) },
  { title: 'RequiredClaim', ...closed },
)

const facts = {
  title: Type.String({ maxLength: MAX_TITLE, description: 'On the button of the sign-in page' }),
  issuer: Type.String({ maxLength: MAX_URL, description: 'URL with https; http only for a loopback address' }),
  client_id: Type.String({ maxLength: MAX_VALUE }),
}
const choices = {
  description: Type.String({ maxLength: MAX_TEXT }),
  scopes: Type.Array(Type.String({ maxLength: MAX_CLAIM }), { maxItems: MAX_SCOPES }),
  username_claim: claim,
  full_name_claim: claim,
  email_claim: claim,
  default_roles: roleIds,
  role_mapping: nullable(ClaimMapping),
  email_domains: Type.Array(Type.String({ maxLength: MAX_DOMAIN }), {
    maxItems: MAX_DOMAINS,
    description: 'If not empty, only verified mail addresses of these domains may sign in',
  }),
  required_claim: nullable(RequiredClaim),
  signs_out: Type.Boolean({ description: 'Signing out also ends the session at the provider' }),
}

/** As it is stored and used, without its secret. */
export const OidcSettings = Type.Object({ ...facts, ...choices })
export type OidcSettings = Static<typeof OidcSettings>

const draftFacts = {
  ...facts,
  client_secret: optional(SecretIn),
  description: optional(choices.description),
  scopes: optional(choices.scopes),
  username_claim: optional(claim),
  full_name_claim: optional(claim),
  email_claim: optional(claim),
  default_roles: optional(roleIds),
  role_mapping: optional(choices.role_mapping),
  email_domains: optional(choices.email_domains),
  required_claim: optional(choices.required_claim),
  signs_out: optional(choices.signs_out),
}
export const OidcProviderDraft = Type.Object(draftFacts, { title: 'OidcProviderDraft', ...closed })
export type OidcProviderDraft = Static<typeof OidcProviderDraft>
export const OidcProviderCreate = Type.Object({ id, ...draftFacts }, { title: 'OidcProviderCreate', ...closed })
export type OidcProviderCreate = Static<typeof OidcProviderCreate>

export const OidcProvider = Type.Object(
  { id: Type.String(), ...facts, ...choices, client_secret: SecretOut, active: Type.Boolean() },
  { title: 'OidcProvider' },
)
export type OidcProvider = Static<typeof OidcProvider>

export const OidcProviderList = Type.Object(
  {
    providers: Type.Array(OidcProvider),
    redirect_uri_base: nullable(
      Type.String({ description: 'Followed by the id; null while LOGYARD_EXTERNAL_URL is not set' }),
    ),
    back_channel_logout_uri_base: nullable(Type.String({ description: 'The same, for back-channel log-out' })),
  },
  { title: 'OidcProviderList' },
)

export const OidcActivation = Type.Object({ active: Type.Boolean() }, { title: 'OidcActivation', ...closed })

export const OidcTest = Type.Object({ issuer: facts.issuer }, { title: 'OidcTest', ...closed })
export type OidcTest = Static<typeof OidcTest>
export const OidcTestResult = Type.Object(
  {
    success: Type.Boolean(),
    errors: Type.Array(Type.String()),
    announced: nullable(
      Type.Object({
        authorization_endpoint: Type.String(),
        token_endpoint: Type.String(),
        jwks_uri: Type.String(),
        userinfo_endpoint: nullable(Type.String()),
        end_session_endpoint: nullable(Type.String()),
        signing_keys: Type.Integer(),
        scopes: Type.Array(Type.String()),
        claims: Type.Array(Type.String()),
        has_back_channel_logout: Type.Boolean({ description: 'It announces back-channel log-out' }),
        has_pkce: Type.Boolean({ description: 'It announces PKCE with SHA-256' }),
      }),
    ),
  },
  { title: 'OidcTestResult' },
)
export type OidcTestResult = Static<typeof OidcTestResult>

export const OidcSignInList = Type.Object(
  { providers: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })) },
  { title: 'OidcSignInList' },
)
export const OidcSignInBegin = Type.Object(
  { return_to: optional(Type.String({ maxLength: MAX_RETURN_PATH, description: 'Path of the console' })) },
  { title: 'OidcSignInBegin', ...closed },
)
export const OidcLocation = Type.Object({ location: Type.String() }, { title: 'OidcLocation' })
export const OidcSignedOut = Type.Object(
  { location: nullable(Type.String({ description: 'The address that ends the session at the provider' })) },
  { title: 'OidcSignedOut' },
)

const area = 'identity'
const { get, post, put } = inArea(area)
const OIDC = '/logyard/authentication/oidc'
const ofSignIn = Type.Object({ id: Type.String({ maxLength: MAX_ID }) }, closed)

export const oidcProviders = crud({
  id: 'oidc',
  area,
  path: `${OIDC}/providers`,
  key: 'id',
  one: 'OpenID Connect provider',
  access: { ...perObject('authservicebackend', 'id'), list: signedIn },
  audit: 'oidc-provider',
  entity: OidcProvider,
  draft: OidcProviderDraft,
  refused: refusedForm,
  list: { summary: 'The OpenID Connect providers that the caller may read', answers: { 200: OidcProviderList } },
  get: { summary: 'An OpenID Connect provider, without its secret' },
  create: {
    summary: 'Create an OpenID Connect provider; it is not active yet',
    body: OidcProviderCreate,
    answers: { 201: OidcProvider, 400: refusedForm, 409: ApiError },
  },
  update: { summary: 'Replace the settings of an OpenID Connect provider' },
  delete: {
    summary: 'Delete an OpenID Connect provider that is not active and has no users',
    answers: { 204: NoBody, 400: ApiError, 404: ApiError },
  },
})
export const {
  list: listOidcProviders,
  get: getOidcProvider,
  create: createOidcProvider,
  update: updateOidcProvider,
  delete: deleteOidcProvider,
} = oidcProviders

export const activateOidcProvider = put(`${OIDC}/providers/{id}/activation`, {
  id: 'oidc.activate',
  summary: 'Show or hide a provider on the sign-in page; users of an inactive one cannot sign in',
  access: holds('authserviceglobalconfig:edit'),
  audit: 'oidc-provider:activate',
  body: OidcActivation,
  answers: { 200: OidcProvider, 404: ApiError },
})

export const testOidcProvider = post(`${OIDC}/test`, {
  id: 'oidc.test',
  summary: 'Ask an issuer what it announces, and for its keys',
  access: holds('authservicetestbackend:execute'),
  audit: READS_ONLY,
  body: OidcTest,
  answers: { 200: OidcTestResult, 429: ApiError },
})

export const listOidcSignIns = get(`${OIDC}/sign-in`, {
  id: 'oidc.sign_ins',
  summary: 'The active OpenID Connect providers, for the buttons of the sign-in page',
  access: publicAccess,
  answers: { 200: OidcSignInList },
})

export const beginOidcSignIn = post(`${OIDC}/sign-in/{id}`, {
  id: 'oidc.begin',
  summary: 'Begin to sign in: sets a cookie and answers where the browser goes next',
  access: publicAccess,
  audit: { unaudited: 'It changes nothing; the session that follows has an entry' },
  params: ofSignIn,
  body: OidcSignInBegin,
  answers: { 200: OidcLocation, 400: ApiError, 404: ApiError, 429: ApiError, 503: ApiError },
})

const answered = optional(Type.String({ maxLength: MAX_CODE }))
export const finishOidcSignIn = get(`${OIDC}/callback/{id}`, {
  id: 'oidc.callback',
  summary: 'The way back from the provider; the browser goes on to the console',
  access: publicAccess,
  params: ofSignIn,
  query: Type.Object({ code: answered, state: answered, iss: answered, error: answered, error_description: answered }),
  headRefused: true,
  answers: { 200: NoBody, 303: NoBody },
})

export const openOidcSession = post(`${OIDC}/session`, {
  id: 'oidc.session',
  summary: 'Open the session of a sign-in that this browser has finished',
  access: publicAccess,
  audit: 'session:create',
  answers: { 200: Session, 401: NoBody, 429: ApiError },
})

export const signOutOfOidc = post(`${OIDC}/sign-out`, {
  id: 'oidc.sign_out',
  summary: 'End the session, and answer where the browser ends the session at the provider',
  access: signedIn,
  audit: 'session:delete',
  answers: { 200: OidcSignedOut },
})

export const endOidcSessions = post(`${OIDC}/back-channel-logout/{id}`, {
  id: 'oidc.back_channel_logout',
  summary: 'For providers: end the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0)',
  access: publicAccess,
  audit: 'session:delete',
  params: ofSignIn,
  formBody: true,
  body: Type.Object(
    { logout_token: Type.String({ maxLength: MAX_LOGOUT_TOKEN }) },
    { title: 'OidcLogoutToken', ...ignoresUnknown },
  ),
  answers: { 200: NoBody, 400: ApiError, 429: ApiError, 503: ApiError },
})
