/** Which addresses of a provider may be requested at all, whatever the URL whitelist allows. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname)

/** Codes, tokens and secrets travel there: without TLS only on the same machine. */
export const isSecureUrl = (url: URL): boolean =>
  url.username === '' &&
  url.password === '' &&
  (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)))

export function problemOfIssuer(issuer: string): string | undefined {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url === undefined) return 'The issuer must be a URL.'
  if (url.search !== '' || url.hash !== '') return 'The issuer must not have a query or a fragment.'
  if (!isSecureUrl(url)) return 'The issuer must begin with https://. Only a loopback address may begin with http://.'
  return undefined
}

/** URL in one spelling, as users are known by the issuer: a host in lower case, without a slash if it has no path. */
export function canonicalIssuer(issuer: string): string {
  if (!URL.canParse(issuer)) return issuer
  const url = new URL(issuer)
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.href.replace(/\/$/, '') : url.href
}
