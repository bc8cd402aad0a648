/** A browser without pages: cookies and redirects. */
export interface TestBrowser {
  /** Follows redirects until an address begins with `until`; that one is not requested. */
  follow(address: string, until: string): Promise<string>
  /** One request, with the cookies of its origin. */
  request(address: string, init?: RequestInit): Promise<Response>
  cookies(origin: string): ReadonlyMap<string, string>
}

const MOST_REDIRECTS = 20

export function createTestBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const jar = jarOf(new URL(address).origin)
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (value === '' || /max-age=0(?:;|$)/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  return {
    request,
    async follow(address, until) {
      let next = address
      for (let redirects = 0; redirects < MOST_REDIRECTS; redirects += 1) {
        if (next.startsWith(until)) return next
        const response = await request(next)
        const text = await response.text()
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${next} answered ${response.status}: ${text.slice(0, 500)}`)
        next = new URL(location, next).href
      }
      throw new Error(`no end of redirects from ${address}`)
    },
    cookies: (origin) => jarOf(origin),
  }
}
