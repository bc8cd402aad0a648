import { RuleObject, type RuleValue } from '../rule-values.ts'

const DEFAULT_PORTS: Readonly<Partial<Record<string, bigint>>> = { 'http:': 80n, 'https:': 443n }

/** An `http` or `https` address. */
export class RuleUrl extends RuleObject {
  private readonly url: URL
  private readonly port: bigint

  private constructor(url: URL, defaultPort: bigint) {
    super()
    this.url = url
    this.port = url.port === '' ? defaultPort : BigInt(url.port)
  }

  /** Undefined if the text is not a URL of one of these protocols. */
  static parse(text: string): RuleUrl | undefined {
    if (!URL.canParse(text)) return undefined
    const url = new URL(text)
    const defaultPort = DEFAULT_PORTS[url.protocol]
    return defaultPort === undefined ? undefined : new RuleUrl(url, defaultPort)
  }

  property(name: string): RuleValue | undefined {
    const { url } = this
    switch (name) {
      case 'protocol':
        return url.protocol.slice(0, -1)
      case 'host':
        return url.hostname
      // The default port is the given one, too, if there is one: rules of Graylog expect it.
      case 'port':
      case 'defaultPort':
        return this.port
      case 'path':
        return url.pathname
      case 'file':
        return url.pathname + url.search
      case 'query':
        return textOrNull(url.search.slice(1))
      case 'queryParams':
        return this.queryParams()
      case 'fragment':
      case 'ref':
        return textOrNull(url.hash.slice(1))
      case 'authority':
        return `${this.userInfo === null ? '' : `${this.userInfo}@`}${url.hostname}:${this.port}`
      case 'userInfo':
        return this.userInfo
      default:
        return undefined
    }
  }

  private get userInfo(): string | null {
    const { username, password } = this.url
    return textOrNull(password === '' ? username : `${username}:${password}`)
  }

  /** A parameter that occurs several times has its values joined by commas. */
  private queryParams(): ReadonlyMap<string, string> {
    const params = new Map<string, string>()
    for (const [name, value] of this.url.searchParams) {
      const known = params.get(name)
      params.set(name, known === undefined ? value : `${known},${value}`)
    }
    return params
  }

  toText(): string {
    return this.url.href
  }
}

const textOrNull = (text: string): string | null => (text === '' ? null : text)
