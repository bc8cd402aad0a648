/** Invented log lines in the style of ten programs, each with a value in it and the grok pattern that takes it out. */

export type Random = (below: number) => number

export interface LineStyle {
  readonly name: string
  readonly kind: 'number' | 'text'
  /** Takes the value out as `value`. */
  readonly grok: string
  make(random: Random): { readonly text: string; readonly value: string }
}

/** A small generator of numbers, equal for equal seeds. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const NAMES = ['root', 'ada', 'bob', 'carol', 'dan', 'eve', 'deploy7', 'svc-backup', 'web.admin']
const PATHS = ['/', '/api/orders/17', '/static/app.css', '/login?next=%2F', '/search?q=a%20b']
const AGENTS = ['curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0', 'kube-probe/1.29']
const pick = <Item>(random: Random, items: readonly [Item, ...Item[]] | readonly Item[]): Item =>
  items[random(items.length)] as Item
const ip = (random: Random) => `10.${random(256)}.${random(256)}.${1 + random(254)}`
const two = (value: number) => String(value).padStart(2, '0')
const time = (random: Random) => `${two(random(24))}:${two(random(60))}:${two(random(60))}`
const day = (random: Random) => `2026-${two(1 + random(12))}-${two(1 + random(28))}`

export const LINE_STYLES: readonly LineStyle[] = [
  {
    name: 'sshd',
    kind: 'number',
    grok: 'Accepted (?:password|publickey) for %{NOTSPACE} from %{IP} port %{INT:value} ssh2',
    make(random) {
      const value = String(1024 + random(60_000))
      const how = pick(random, ['password', 'publickey'])
      return { value, text: `Accepted ${how} for ${pick(random, NAMES)} from ${ip(random)} port ${value} ssh2` }
    },
  },
  {
    name: 'access log',
    kind: 'number',
    grok: '%{IP} - %{NOTSPACE} \\[%{HTTPDATE}\\] "%{DATA}" %{INT} %{INT:value} "%{DATA}" "%{DATA}"',
    make(random) {
      const value = String(random(100_000))
      const at = `[${two(1 + random(28))}/Mar/2026:${time(random)} +0000]`
      const asked = `"${pick(random, ['GET', 'POST'])} ${pick(random, PATHS)} HTTP/1.1"`
      const agent = `"https://shop.example/${random(9)}" "${pick(random, AGENTS)}"`
      return { value, text: `${ip(random)} - - ${at} ${asked} ${pick(random, [200, 404, 500])} ${value} ${agent}` }
    },
  },
  {
    name: 'haproxy',
    kind: 'text',
    grok: '%{IP}:%{INT} \\[%{DATA}\\] %{NOTSPACE} %{NOTSPACE}/%{NOTSPACE} %{NOTSPACE:value} %{INT} %{INT} %{GREEDYDATA}',
    make(random) {
      const value = `${random(20)}/0/${random(9)}/${random(900)}/${random(2000)}`
      const at = `${two(1 + random(28))}/Mar/2026:${time(random)}.${100 + random(900)}`
      const from = `${ip(random)}:${1024 + random(60_000)}`
      const counts = `${random(9)}/${random(9)}/0/0/0 0/0`
      return {
        value,
        text: `${from} [${at}] http-in static/srv${1 + random(4)} ${value} 200 ${random(9999)} - - ---- ${counts} "GET ${pick(random, PATHS)} HTTP/1.1"`,
      }
    },
  },
  {
    name: 'postgres',
    kind: 'number',
    grok: 'duration: %{NUMBER:value} ms  statement: %{GREEDYDATA}',
    make(random) {
      const value = `${random(5000)}.${100 + random(900)}`
      const statement = pick(random, ['SELECT id FROM orders WHERE id = 17', `UPDATE stock SET n = ${random(99)}`])
      return { value, text: `duration: ${value} ms  statement: ${statement}` }
    },
  },
  {
    name: 'hdfs',
    kind: 'text',
    grok: 'Receiving block %{NOTSPACE:value} src: /%{IP}:%{INT} dest: /%{IP}:%{INT}',
    make(random) {
      const value = `blk_${random(2) === 0 ? '-' : ''}${1_000_000 + random(9_000_000)}`
      return { value, text: `Receiving block ${value} src: /${ip(random)}:54106 dest: /${ip(random)}:50010` }
    },
  },
  {
    name: 'spark',
    kind: 'text',
    grok: 'Finished task %{NUMBER} in stage %{NUMBER} \\(TID %{INT:value}\\). %{INT} bytes result sent to driver',
    make(random) {
      const value = String(random(99_999))
      const task = `${random(400)}.0 in stage ${random(40)}.0`
      return { value, text: `Finished task ${task} (TID ${value}). ${random(9999)} bytes result sent to driver` }
    },
  },
  {
    name: 'kernel',
    kind: 'number',
    grok: 'Out of memory: Kill process %{INT:value} \\(%{DATA}\\) score %{INT} or sacrifice child',
    make(random) {
      const value = String(1 + random(32_768))
      const name = pick(random, ['java', 'postgres', 'node', 'chrome', 'python3'])
      return { value, text: `Out of memory: Kill process ${value} (${name}) score ${random(999)} or sacrifice child` }
    },
  },
  {
    name: 'supercomputer',
    kind: 'number',
    grok: '%{INT} floating point alignment exceptions on core %{NOTSPACE} %{NOTSPACE}, cycle %{INT:value}',
    make(random) {
      const value = String(random(100_000))
      const core = `R${two(random(64))}-M${random(2)}-N${random(16)}`
      return {
        value,
        text: `${random(99)} floating point alignment exceptions on core ${core} J${two(random(18))}-U01, cycle ${value}`,
      }
    },
  },
  {
    name: 'zookeeper',
    kind: 'text',
    grok: 'Established session %{NOTSPACE:value} with negotiated timeout %{INT} for client /%{IP}:%{INT}',
    make(random) {
      const value = `0x${(0x14f0_0000 + random(0xff_ffff)).toString(16)}`
      const client = `/${ip(random)}:${1024 + random(60_000)}`
      return {
        value,
        text: `Established session ${value} with negotiated timeout ${random(40)}000 for client ${client}`,
      }
    },
  },
  {
    name: 'windows',
    kind: 'text',
    grok: `%{NOTSPACE} %{NOTSPACE}, Info CBS Session: %{NOTSPACE} initialized by client "%{DATA:value}", pid=%{INT}\\.`,
    make(random) {
      const value = pick(random, [
        'WindowsUpdateAgent',
        'SPP (2)',
        `Müller's "tool`,
        'C:\\Tools\\inst all.exe',
      ]).replace('"', '')
      const session = `${30_000_000 + random(999_999)}_${1000 + random(9000)}`
      return {
        value,
        text: `${day(random)} ${time(random)}, Info CBS Session: ${session} initialized by client "${value}", pid=${random(9999)}.`,
      }
    },
  },
]
