/** Identity with a provider that is stored and active, and a browser that signs in through it. */
import type { OidcProviderCreate } from '@logyard/contract/identity/oidc'
import { type IdentityOptions, type IdentityUnderTest, startIdentity } from '../../../testing/start-identity.ts'
import type { TestBrowser } from './test-browser.ts'
import { CLIENT_ID, CLIENT_SECRET, startTestProvider, type TestProvider } from './test-provider.ts'

export const OIDC = '/logyard/authentication/oidc'

export interface SignIns extends AsyncDisposable {
  readonly server: IdentityUnderTest
  readonly provider: TestProvider
  /** Stores a provider with these settings, and activates it. */
  connect(changes?: Partial<OidcProviderCreate>): Promise<void>
  /** The address at the provider that the browser goes to. */
  begin(browser: TestBrowser, id?: string, returnTo?: string): Promise<string>
  /** As far as the address that the provider sends the browser back to. */
  comeBack(browser: TestBrowser, id?: string): Promise<string>
  /** The page of the console where the sign-in ends. */
  signIn(browser: TestBrowser, id?: string): Promise<string>
  /** The answer with the session. */
  openSession(browser: TestBrowser): Promise<{ readonly status: number; readonly body: unknown }>
}

export const providerDraft = (issuer: string, changes: Partial<OidcProviderCreate> = {}): OidcProviderCreate => ({
  id: 'ours',
  title: 'Our accounts',
  issuer,
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  scopes: ['openid', 'profile', 'email', 'groups'],
  ...changes,
})

export async function startSignIns(options: IdentityOptions = {}): Promise<SignIns> {
  const server = await startIdentity(options)
  const callback = `${server.url}${OIDC}/callback/`
  const redirectUris = ['ours', 'theirs'].map((id) => `${callback}${id}`)
  const backChannelLogoutUri = `${server.url}${OIDC}/back-channel-logout/ours`
  const home = server.url.replace(/api$/, '')
  const provider = await startTestProvider({ redirectUris, postLogoutUris: [home], backChannelLogoutUri })
  const headers = { 'X-Requested-By': 'test', 'Content-Type': 'application/json' }

  const begin: SignIns['begin'] = async (browser, id = 'ours', returnTo = '/streams?query=a') => {
    const body = JSON.stringify({ return_to: returnTo })
    const response = await browser.request(`${server.url}${OIDC}/sign-in/${id}`, { method: 'POST', headers, body })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`begin answered ${response.status}: ${text}`)
    return JSON.parse(text).location
  }
  const comeBack: SignIns['comeBack'] = async (browser, id) => browser.follow(await begin(browser, id), callback)

  return {
    server,
    provider,
    begin,
    comeBack,
    async connect(changes) {
      const draft = providerDraft(provider.issuer, changes)
      const created = await server.call('POST', `${OIDC}/providers`, { body: draft })
      if (created.status !== 201) throw new Error(`provider refused: ${created.text}`)
      await server.call('PUT', `${OIDC}/providers/${draft.id}/activation`, { body: { active: true } })
    },
    async signIn(browser, id) {
      const returned = await browser.request(await comeBack(browser, id))
      return returned.headers.get('location') ?? `status ${returned.status}: ${await returned.text()}`
    },
    async openSession(browser) {
      const response = await browser.request(`${server.url}${OIDC}/session`, { method: 'POST', headers })
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}
