/** Random messages and steps over them. Each step is a text, as people write it. */
import type { TestMessage } from '../../testing/message-table.ts'
import type { Random } from '../../testing/random-queries.ts'

type Kind = 'text' | 'number' | 'boolean' | 'time'

interface Column {
  readonly name: string
  readonly kind: Kind
  /** Its sums do not depend on their order. */
  readonly isExact: boolean
}

const WORDS = [
  'ssh',
  'Login',
  'error 404',
  'größe',
  'Größe',
  'ΩΣ',
  '日本語',
  '😀 x',
  'a,b,c',
  ' padded ',
  "it's",
  'back\\slash',
]
const USERS = ['ada', 'Bob', 'ünal', 'z-9', '日本']
const ADDRESSES = [
  '10.0.0.1',
  '10.1.2.3',
  '192.168.7.9',
  '8.8.8.8',
  '::1',
  'fe80::1',
  '2001:db8::7',
  '10.0.0.999',
  'host',
]
const NUMBER_TEXTS = ['7', '-2.5', '1e3', '007', ' 7', '7 ', 'n/a', '0x10', '+4', '.5', '-0']
const DATES = ['2026-03-01', '2026-03-01T10:11:12Z', '2026-03-01 10:11:12.5', '2026-03-01T10:11:12+02:00', 'yesterday']
const JSONS = [
  '{"user":"ada","n":7,"deep":{"x":"ü","y":2.5}}',
  '{"user":null,"n":-0.25,"ok":true,"deep":{"x":[1]}}',
  '{"user":"a\\u00e9\\"b","n":12345678901,"deep":"flat"}',
  '[1,2]',
  'no json',
  '{"user":"","deep":{"x":false}}',
]
const PAIRS = [
  'user=ada status=200',
  'msg="user=eve, x" user="Bob \\"B\\" y",status=404',
  'xuser=1;user=ünal;status=',
  'status="" user',
  'a="open user=ada',
]
const LINES = [
  'GET /items/7 from 10.0.0.1 took 12ms',
  'POST /a%20b from 8.8.8.8 took 7ms',
  'login of "ada" failed',
  'took 5ms\ntook 6ms',
]

const START_MS = Date.UTC(2026, 2, 1, 9)
export const NOW_MS = START_MS + 48 * 3_600_000

export function randomStepMessage(random: Random): TestMessage {
  const some = <Value>(values: readonly Value[]) => (random.chance(0.7) ? random.pick(values) : undefined)
  const list = <Value>(values: readonly Value[]) =>
    random.chance(0.5) ? [random.pick(values), random.pick(values)] : random.pick(values)
  return {
    at: new Date(START_MS + random.below(200) * 60_000 + random.below(3) * 250).toISOString(),
    source: random.pick(['web-1', 'WEB-2', 'db']),
    message: random.pick(LINES),
    fields: {
      user: some(USERS),
      word: some(WORDS),
      took: some([0, 1, 5, 12, 250, -3, 100_000]),
      ratio: some([0.25, 1.5, -2.75, 100, 3]),
      level: random.chance(0.3) ? random.pick(NUMBER_TEXTS) : some([3, 4, 6]),
      flag: some([true, false]),
      tags: random.chance(0.6) ? list(USERS) : undefined,
      ports: random.chance(0.6) ? list([80, 443, 22]) : undefined,
      ip: some(ADDRESSES),
      data: some(JSONS),
      pairs: some(PAIRS),
      date: some(DATES),
      'odd-name': some(USERS),
    },
  }
}

const column = (name: string, kind: Kind, isExact = false): Column => ({ name, kind, isExact })

const FIELDS: readonly Column[] = [
  ...['user', 'word', 'flag', 'tags', 'ip', 'date', 'message', 'source', '`odd-name`', 'nowhere'].map((name) =>
    column(name, 'text'),
  ),
  ...['took', 'ratio', 'level', 'ports'].map((name) => column(name, 'number', true)),
  column('timestamp', 'time'),
]

export class RandomSteps {
  readonly #random: Random
  #columns: Column[] = [...FIELDS]
  #areMessages = true
  /** Whether any field can be used. */
  #knowsFields = true
  #made = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** The steps, each with its `|`. */
  text(): string {
    return Array.from({ length: 1 + this.#random.below(5) }, () => `| ${this.#step()}`).join(' ')
  }

  #pick<Value>(values: readonly Value[]): Value {
    return this.#random.pick(values)
  }

  #name(): string {
    this.#made += 1
    return `n${this.#made}`
  }

  #column(kind?: Kind): Column | undefined {
    const fitting = this.#columns.filter((one) => kind === undefined || one.kind === kind)
    return fitting.length === 0 ? undefined : this.#pick(fitting)
  }

  #step(): string {
    const has = (name: string) => this.#columns.some((one) => one.name === name)
    const steps: (() => string)[] = [
      () => `where ${this.#expression('boolean', 3)}`,
      () => this.#let(),
      () => this.#let(),
      () => this.#stats(),
      () => this.#top(),
      () => this.#sort(),
      () => `limit ${1 + this.#random.below(40)}`,
      () => this.#fields(),
      () => `dedup ${this.#names(2).join(', ')}`,
      ...(this.#knowsFields ? [() => this.#parse(), () => this.#join()] : []),
      ...(has('timestamp') && this.#columns.find(({ name }) => name === 'timestamp')?.kind === 'time'
        ? [() => this.#transaction(), () => this.#timechart()]
        : []),
    ]
    return this.#pick(steps)()
  }

  #names(most: number): readonly string[] {
    const names = Array.from({ length: 1 + this.#random.below(most) }, () => this.#pick(this.#columns).name)
    return [...new Set(names)]
  }

  #let(): string {
    const kind = this.#pick(['text', 'number', 'boolean', 'time'] as const)
    const name = this.#name()
    const value = this.#expression(kind, 3)
    this.#columns.push(column(name, kind))
    return `let ${name} = ${value}`
  }

  #parse(): string {
    const add = (...names: string[]) => {
      for (const name of names)
        this.#columns = [...this.#columns.filter((one) => one.name !== name), column(name, 'text')]
    }
    switch (this.#random.below(5)) {
      case 0:
        add('verb', 'path')
        return 'parse message grok "%{WORD:verb} %{NOTSPACE:path} from %{IP} took %{INT:millis:int}"'
      case 1:
        add('unit')
        return 'parse message regex "took (?<digits>[0-9]+)(?<unit>ms|s)"'
      case 2:
        add('who', 'deep.x')
        return 'parse data json user as who, n, deep.x, deep.y as y'
      case 3:
        add('who', 'status')
        return 'parse pairs kv user as who, status'
      default:
        add('quoted')
        return 'parse message grok "of %{QUOTEDSTRING:quoted}"'
    }
  }

  #join(): string {
    const name = this.#name()
    this.#columns.push(column(name, 'text'))
    return this.#random.chance(0.5) ? `join people on user as ${name}` : `join people on tags (city as ${name}, age)`
  }

  #stats(): string {
    const keys = this.#keys()
    const figures = this.#aggregates()
    this.#columns = [...keys.map(({ made }) => made), ...figures.map(({ made }) => made)]
    this.#areMessages = false
    this.#knowsFields = false
    const by = keys.length === 0 ? '' : ` by ${keys.map(({ text }) => text).join(', ')}`
    return `stats ${figures.map(({ text }) => text).join(', ')}${by}`
  }

  #timechart(): string {
    const keys = this.#random.chance(0.5) ? this.#keys().slice(0, 1) : []
    const figures = this.#aggregates()
    this.#columns = [column('timestamp', 'time'), ...keys.map(({ made }) => made), ...figures.map(({ made }) => made)]
    this.#areMessages = false
    this.#knowsFields = false
    const by = keys.length === 0 ? '' : ` by ${keys.map(({ text }) => text).join(', ')}`
    return `timechart ${this.#pick(['', '10m ', '1h, '])}${figures.map(({ text }) => text).join(', ')}${by}`
  }

  #keys() {
    return Array.from({ length: this.#random.below(3) }, () => {
      const kind = this.#pick(['text', 'number', 'boolean', 'time'] as const)
      const name = this.#name()
      return { text: `${this.#expression(kind, 2)} as ${name}`, made: column(name, kind) }
    })
  }

  #aggregates() {
    return Array.from({ length: 1 + this.#random.below(3) }, () => {
      const name = this.#name()
      const exact = this.#columns.filter(({ isExact }) => isExact)
      const number = exact.length === 0 ? '4' : this.#pick(exact).name
      const text = this.#expression('text', 1)
      const ofNumber = [`sum(${number})`, `avg(${number})`, `median(${this.#expression('number', 2)})`]
      const others = [
        'count()',
        `count(${text})`,
        `count_if(${this.#expression('boolean', 2)})`,
        `distinct(${text})`,
        `percentile(${number}, ${this.#pick([0, 25, 90, 95, 99.9, 100])})`,
        `max(${number})`,
        `min(${this.#expression('number', 2)})`,
      ]
      const ofText = [`min(${text})`, `max(${text})`, ...(this.#areMessages ? [`first(${text})`, `last(${text})`] : [])]
      const [value, kind] = this.#pick([
        ...[...ofNumber, ...others].map((one) => [one, 'number'] as const),
        ...ofText.map((one) => [one, 'text'] as const),
      ])
      return { text: `${value} as ${name}`, made: column(name, kind) }
    })
  }

  #top(): string {
    const names = this.#names(2)
    const kept = this.#columns.filter(({ name }) => names.includes(name))
    this.#columns = [...kept, ...(names.includes('count') ? [] : [column('count', 'number', true)])]
    this.#areMessages = false
    this.#knowsFields = false
    return `${this.#pick(['top', 'rare'])} ${1 + this.#random.below(5)} ${names.join(', ')}`
  }

  #sort(): string {
    return `sort ${this.#names(2)
      .map((name) => (this.#random.chance(0.5) ? `-${name}` : name))
      .join(', ')}`
  }

  #fields(): string {
    const names = this.#names(5)
    this.#columns = this.#columns.filter(({ name }) => names.includes(name))
    this.#knowsFields = false
    return `fields ${names.join(', ')}`
  }

  #transaction(): string {
    const names = this.#names(2).filter((name) => !['timestamp', 'start', 'end', 'duration', 'count'].includes(name))
    const by = names.length === 0 ? ['timestamp'] : names
    const kept = this.#columns.filter(({ name }) => by.includes(name))
    const made = [
      column('start', 'time'),
      column('end', 'time'),
      column('duration', 'number', true),
      column('count', 'number', true),
    ]
    this.#columns = [...kept, ...made]
    this.#areMessages = false
    this.#knowsFields = false
    return `transaction by ${by.join(', ')}${this.#pick(['', ' maxpause=5m', ' maxspan=10m', ' maxpause=3m maxspan=4m'])}`
  }

  #expression(kind: Kind, depth: number): string {
    if (depth === 0 || this.#random.chance(0.25)) return this.#leaf(kind)
    switch (kind) {
      case 'number':
        return this.#number(depth - 1)
      case 'text':
        return this.#text(depth - 1)
      case 'boolean':
        return this.#boolean(depth - 1)
      case 'time':
        return this.#time(depth - 1)
      default:
        return kind satisfies never
    }
  }

  #leaf(kind: Kind): string {
    const found = this.#random.chance(0.8) ? this.#column(kind) : undefined
    if (found !== undefined) return found.name
    switch (kind) {
      case 'number':
        return this.#pick(['0', '1', '2.5', '-3', '1000', '1e300', '5m'])
      case 'text':
        return JSON.stringify(this.#pick([...WORDS, ...USERS, ...ADDRESSES, ...NUMBER_TEXTS, '']))
      case 'boolean':
        return this.#pick(['true', 'false'])
      case 'time':
        return this.#pick(['now()', 'time("2026-03-01T10:00:00Z")'])
      default:
        return kind satisfies never
    }
  }

  #number(depth: number): string {
    const one = () => this.#expression('number', depth)
    const text = () => this.#expression('text', depth)
    const time = () => this.#expression('time', depth)
    return this.#pick([
      () => `(${one()} ${this.#pick(['+', '-', '*', '/', '%'])} ${one()})`,
      () => `(${one()} ${this.#pick(['+', '-', '*', '/', '%'])} ${one()})`,
      () => `-${this.#leaf('number').replace(/^-/, '')}`,
      () => `${this.#pick(['abs', 'floor', 'ceil', 'sqrt', 'round'])}(${one()})`,
      () => `round(${one()}, ${this.#random.below(3)})`,
      () => `length(${text()})`,
      () => `number(${text()})`,
      () => `number(${this.#expression('boolean', depth)})`,
      () => `(${time()} - ${time()})`,
      () => `${this.#pick(['year', 'month', 'day', 'weekday', 'hour', 'minute', 'second'])}(${time()})`,
      () => `bin(${one()}, ${this.#pick(['10', '0.5'])})`,
      () => `if(${this.#expression('boolean', depth)}, ${one()}, ${this.#pick([one(), 'null'])})`,
      () => `coalesce(${one()}, ${one()})`,
    ])()
  }

  #text(depth: number): string {
    const one = () => this.#expression('text', depth)
    const received = (name: string) => (this.#knowsFields ? name : one())
    return this.#pick([
      () => `${this.#pick(['lower', 'upper', 'trim'])}(${one()})`,
      () => `concat(${one()}, "-", ${this.#expression(this.#pick(['text', 'boolean', 'time'] as const), depth)})`,
      () => `text(${this.#pick(this.#columns).name})`,
      () => `substring(${one()}, ${1 + this.#random.below(3)}${this.#pick(['', ', 2'])})`,
      () => `replace(${one()}, ${this.#pick(['"a"', '"ö"', '"."'])}, ${one()})`,
      () => `split(${one()}, ",", ${1 + this.#random.below(3)})`,
      () => `extract(${one()}, ${this.#pick(['"[0-9]+"', '"(?i)l(.*)n"', '"^(\\w)"', '"(a|b|ü)"'])})`,
      () => `json(${received('data')}, ${this.#pick(['"user"', '"n"', '"deep.x"', '"deep.y"', '"ok"'])})`,
      () => `kv(${received('pairs')}, ${this.#pick(['"user"', '"status"', '"a.b"'])})`,
      () => `network(${received('ip')}, ${this.#pick([8, 20, 24, 32])})`,
      () => `if(${this.#expression('boolean', depth)}, ${one()}, ${one()})`,
      () => `coalesce(${one()}, null, ${one()})`,
    ])()
  }

  #boolean(depth: number): string {
    const one = () => this.#expression('boolean', depth)
    const kind = this.#pick(['text', 'number', 'time'] as const)
    const value = () => this.#expression(kind, depth)
    const text = () => this.#expression('text', depth)
    return this.#pick([
      () => `${value()} ${this.#pick(['==', '!=', '<', '<=', '>', '>='])} ${value()}`,
      () => `${value()} ${this.#pick(['==', '!=', '<', '<=', '>', '>='])} ${value()}`,
      () => `(${one()} ${this.#pick(['and', 'or', '&&', '||'])} ${one()})`,
      () => `not (${one()})`,
      () => `${value()} ${this.#pick(['in', 'not in'])} (${value()}, ${value()})`,
      () => `${this.#pick(['contains', 'starts_with', 'ends_with'])}(${text()}, ${text()})`,
      () => `matches(${text()}, ${this.#pick(['"^[a-z]+$"', '"\\d"', '"ö|日"', '"(?i)BOB"', '"\\bx\\b"'])})`,
      () => `exists(${value()})`,
      () => `${this.#pick(['is_address', 'is_private'])}(${text()})`,
      () => `in_network(${text()}, ${this.#pick(['"10.0.0.0/8"', '"fe80::/10"', '"8.8.8.8/32"'])})`,
    ])()
  }

  #time(depth: number): string {
    const one = () => this.#expression('time', depth)
    return this.#pick([
      () => `bin(${one()}, ${this.#pick(['5m', '1h', '1d', '90s'])})`,
      () => `(${one()} ${this.#pick(['+', '-'])} ${this.#pick(['5m', '1d', this.#expression('number', depth)])})`,
      () => `time(${this.#expression(this.#pick(['text', 'number'] as const), depth)})`,
      () => `if(${this.#expression('boolean', depth)}, ${one()}, ${one()})`,
    ])()
  }
}
