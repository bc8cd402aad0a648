import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { compileGrok } from '@logyard/languages/grok/compile-grok'
import { median } from './median.ts'

const ROUNDS = 15
const MATCHES = 20_000
const VARIANTS = 64
const COMPILATIONS = 20

const accessLine = (host: string, n: number) =>
  `${host} - ada [10/Oct/2020:13:55:${10 + (n % 50)} -0700] "GET /orders/${n}/items?page=2 HTTP/1.1" 200 ${2326 + n} "https://shop.example.org/orders" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36"`
const syslogLine = (n: number) =>
  `<30>Oct 11 22:14:${10 + (n % 50)} web-${n} sshd[${4000 + n}]: Accepted publickey for ada from 192.0.2.${n} port 51234 ssh2: ED25519 SHA256:a1b2c3d4e5f6`

const SYSLOG = '%{SYSLOGBASE} Accepted %{WORD:method} for %{USERNAME:user} from %{IP:src} port %{POSINT:port;int}'

interface Case {
  readonly pattern: string
  readonly line: (variant: number) => string
  readonly isMatch: boolean
  readonly namedCapturesOnly?: boolean
}

/** Microseconds per message: the median of many rounds over different lines. */
export function benchGrok(print: (line: string) => void): void {
  const cases: Readonly<Record<string, Case>> = {
    COMBINEDAPACHELOG: { pattern: '%{COMBINEDAPACHELOG}', line: (n) => accessLine(`192.0.2.${n}`, n), isMatch: true },
    'COMBINEDAPACHELOG, all captures': {
      pattern: '%{COMBINEDAPACHELOG}',
      line: (n) => accessLine(`web-${n}.example.org`, n),
      isMatch: true,
      namedCapturesOnly: false,
    },
    'COMBINEDAPACHELOG, a line of another program': {
      pattern: '%{COMBINEDAPACHELOG}',
      line: syslogLine,
      isMatch: false,
    },
    'SYSLOGBASE and 4 fields': { pattern: SYSLOG, line: syslogLine, isMatch: true },
  }
  for (const [name, one] of Object.entries(cases)) print(measure(name, one))
  print(measureCompilation())
}

function measure(name: string, { pattern, line, isMatch, namedCapturesOnly = true }: Case): string {
  const lines = Array.from({ length: VARIANTS }, (_, variant) => line(variant))
  const compiled = compileGrok(pattern, BUILT_IN_PATTERNS, { namedCapturesOnly, zone: 'UTC' })
  for (const text of lines) {
    if ((compiled.match(text) !== undefined) !== isMatch) throw new Error(`${name}: ${text} matches wrongly`)
  }
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    for (let done = 0; done < MATCHES; done += VARIANTS) for (const text of lines) compiled.match(text)
    times.push((1000 * (performance.now() - started)) / (Math.ceil(MATCHES / VARIANTS) * VARIANTS))
  }
  return `grok ${name}: ${median(times).toFixed(2)} µs`
}

function measureCompilation(): string {
  const started = performance.now()
  for (let n = 0; n < COMPILATIONS; n++) {
    compileGrok('%{COMBINEDAPACHELOG}', BUILT_IN_PATTERNS, { namedCapturesOnly: true, zone: 'UTC' })
  }
  return `grok COMBINEDAPACHELOG, compiled: ${((performance.now() - started) / COMPILATIONS).toFixed(2)} ms`
}
