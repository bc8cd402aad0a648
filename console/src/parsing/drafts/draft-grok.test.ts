import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { compileGrok } from '@logyard/languages/grok/compile-grok'
import { GrokSyntaxError } from '@logyard/languages/grok/grok-syntax-error'
import { expect, test } from 'vitest'
import { draftGrok, draftGrokOf, type GrokTools } from './draft-grok.ts'
import { partsOf, partsOfPattern } from './message-parts.ts'
import { randomOf, randomText } from './testing/random-texts.ts'

const toolsOf = (definitions: ReadonlyMap<string, string>): GrokTools => ({
  names: new Set(definitions.keys()),
  run(pattern, text) {
    try {
      return compileGrok(pattern, definitions, { namedCapturesOnly: true, zone: 'UTC' }).match(text)
    } catch (error) {
      if (error instanceof GrokSyntaxError) return undefined
      throw error
    }
  },
})
const withoutDates = [...BUILT_IN_PATTERNS].map(([name, pattern]) => [name, pattern.replace(/;date[^}]*/, '')] as const)
const tools = toolsOf(new Map(withoutDates))

const draft = (text: string, source?: string) => {
  const pattern = draftGrok(text, partsOf(text, source), tools, source)
  return { pattern, fields: Object.fromEntries(tools.run(pattern, text) ?? []) }
}

test.each([
  {
    text: 'Accepted password for root from 10.0.0.1 port 22 ssh2',
    pattern: '^Accepted password for root from %{IP:client_ip} port %{INT:port;long} %{WORD:word}',
    fields: { client_ip: '10.0.0.1', port: 22, word: 'ssh2' },
  },
  {
    text: '2026-03-01T09:00:00.123Z INFO user=frank path=/api/orders took 12ms',
    pattern:
      '^%{TIMESTAMP_ISO8601:time} %{LOGLEVEL:level} user=%{WORD:user} path=%{NOTSPACE:path} took %{INT:took_ms;long}ms',
    fields: { time: '2026-03-01T09:00:00.123Z', level: 'INFO', user: 'frank', path: '/api/orders', took_ms: 12 },
  },
  {
    text: 'POST /pay/39 HTTP/1.1 status=200 retry 2 times',
    pattern:
      '^POST /pay/%{INT:number;long} HTTP/%{NUMBER:http_version;double} status=%{INT:status;long} retry %{INT:retry;long} times',
    fields: { number: 39, http_version: 1.1, status: 200, retry: 2 },
  },
  {
    text: 'Mar  1 09:00:00 web-1 sshd[123]: session "admin login" from 10.0.0.1:5023',
    pattern:
      '^%{SYSLOGTIMESTAMP:time} %{USERNAME:host} %{WORD:program}\\[%{INT:pid;long}\\]: session "%{DATA:session}" from %{IP:client_ip}:%{INT:port;long}',
    fields: {
      time: 'Mar  1 09:00:00',
      host: 'web-1',
      program: 'sshd',
      pid: 123,
      session: 'admin login',
      client_ip: '10.0.0.1',
      port: 5023,
    },
  },
  {
    text: '10.0.0.1 - eve "GET /cart HTTP/2" 200 2470 38ms "Mozilla/5.0 (X11)"',
    pattern:
      '^%{IP:client_ip} - eve "%{WORD:method} %{NOTSPACE:path} HTTP/%{NUMBER:http_version}" %{INT:status;long} %{INT:bytes;long} %{INT:duration_ms;long}ms "%{DATA:user_agent}"',
    fields: {
      client_ip: '10.0.0.1',
      method: 'GET',
      path: '/cart',
      http_version: '2',
      status: 200,
      bytes: 2470,
      duration_ms: 38,
      user_agent: 'Mozilla/5.0 (X11)',
    },
  },
])('$text', ({ text, pattern, fields }) => {
  expect(draft(text)).toEqual({ pattern, fields })
})

test('the sender is the host, and the address behind a program is that of the client', () => {
  const { fields } = draft('shop nginx: 10.0.0.1 asked 10.0.0.2 src=10.0.0.3 peer: 10.0.0.4', 'shop')
  expect(fields).toEqual({ host: 'shop', client_ip: '10.0.0.1', ip: '10.0.0.2', src: '10.0.0.3', peer: '10.0.0.4' })
  expect(draft('web-2 nginx: 10.0.0.1', 'web-1').fields).toEqual({ id: 'web-2', client_ip: '10.0.0.1' })
})

test('an access log gets the pattern that is known for it', () => {
  const text = '10.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 2326 "-" "curl/8.5.0"'
  expect(draftGrok(text, partsOf(text), tools)).toBe('%{COMBINEDAPACHELOG}')
})

test('a pattern of the patterns view names its parts, and joins those of a time', () => {
  const parts = partsOfPattern({
    text: 'at * *,* GET * took * ms',
    example: { id: '1', index: 'i', message: 'at 2026-03-01 09:00:00,123 GET  /a/b took 12.5 ms' },
    parts: [3, 5, 7, 13, 20].map((position) => ({ position, kind: 'number' as const })),
  })
  const text = 'at 2026-03-01 09:00:00,123 GET  /a/b took 12.5 ms'
  expect(parts?.map(({ from, to }) => text.slice(from, to))).toEqual(['2026-03-01 09:00:00,123', '/a/b', '12.5'])
  expect(draftGrok(text, parts ?? [], tools)).toBe(
    '^at %{TIMESTAMP_ISO8601:time} GET\\s+%{NOTSPACE:path} took %{NUMBER:took_ms;double} ms',
  )
})

test('patterns that were deleted or changed are not relied on', () => {
  const text = 'user=frank from 10.0.0.1'
  const edited = toolsOf(
    new Map([
      ['WORD', 'nothing'],
      ['INT', '\\d+'],
    ]),
  )
  const pattern = draftGrok(text, partsOf(text), edited)
  expect(Object.fromEntries(edited.run(pattern, text) ?? [])).toEqual({ user: 'frank', client_ip: '10.0.0.1' })
})

test('drafts match any text, and the draft of a part captures it', () => {
  const random = randomOf(11)
  for (let round = 0; round < 120; round += 1) {
    const text = randomText(random, 12)
    if (text.trim() === '') continue
    const parts = partsOf(text)
    expect(tools.run(draftGrok(text, parts, tools), text), JSON.stringify(text)).toBeDefined()
    const part = parts[random(parts.length)]
    if (part === undefined) continue
    const wanted = text.slice(part.from, part.to)
    const found = tools.run(draftGrokOf(text, part, 'x_y', tools), text)?.get('x_y')
    expect(found, `${JSON.stringify(text)} ${wanted}`).toBe(wanted)
  }
})
