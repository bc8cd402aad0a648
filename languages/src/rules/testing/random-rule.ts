import type { RuleType } from '../rule-types.ts'

/** Answers a number from 0 to below `limit`. */
export type Random = (limit: number) => number

export function createRandom(seed: number): Random {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const FIELDS = ['n', 'd', 's', 'b', 'list', 'map', 'json', 'missing', '`my field`', '"quoted"']
const TYPES = [
  'Long',
  'Double',
  'String',
  'Boolean',
  'Object',
  'List',
  'Map',
  'DateTime',
  'Period',
  'IpAddress',
] as const

const LITERALS: Readonly<Record<(typeof TYPES)[number], readonly string[]>> = {
  Long: ['0', '1', '-1', '42', '9223372036854775807', '-9223372036854775808', '0xFF', '1_000', '7L'],
  Double: ['0.0', '1.5', '-2.5', '1e300', '.25', '3d'],
  String: ['""', '"a"', '"text"', '"42"', '"1.2.3.4"', "'c'", '"\\u00e4\\n"'],
  Boolean: ['true', 'false'],
  Object: ['$message.n', '$message.s', '$message.missing', '$message.map.k', 'null'],
  List: ['[]', '[1, "a"]', '["x", ["y"]]'],
  Map: ['{}', '{k: "v"}', '{snakeKey: 1, `my key`: 2}'],
  DateTime: ['now()'],
  Period: ['days(1)', 'days(-3)'],
  IpAddress: ['to_ip("1.2.3.4")', 'to_ip("::1")'],
}

/** Rules that the checker mostly accepts, of all that the language has. */
export class RuleGenerator {
  private readonly random: Random
  private variables: { readonly name: string; readonly type: RuleType }[] = []

  constructor(random: Random) {
    this.random = random
  }

  rule(): string {
    this.variables = []
    const condition = this.expression(this.random(5) === 0 ? this.type() : 'Boolean', 3)
    const statements = Array.from({ length: this.random(6) }, () => this.statement())
    return `rule "generated" when ${condition} then\n${statements.join('\n')}\nend`
  }

  private pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.random(items.length)]
  }

  private type(): (typeof TYPES)[number] {
    return this.pick(TYPES) ?? 'Long'
  }

  private statement(): string {
    const type = this.type()
    if (this.random(2) === 0) {
      const statement = `let ${`v${this.random(3)}`} = ${this.expression(type, 3)};`
      const name = /v\d/.exec(statement)?.[0] ?? ''
      this.variables = [...this.variables.filter((variable) => variable.name !== name), { name, type }]
      return statement
    }
    const value = this.expression(type, 3)
    return this.random(2) === 0
      ? `set_field("r${this.random(3)}", ${value});`
      : `set_field(value: ${value}, field: "r");`
  }

  private leaf(type: (typeof TYPES)[number]): string {
    const variable = this.pick(this.variables.filter((known) => known.type === type))
    if (variable !== undefined && this.random(2) === 0) return variable.name
    if (type === 'Object' && this.random(2) === 0) return `$message.${this.pick(FIELDS)}`
    return this.pick(LITERALS[type]) ?? '1'
  }

  private expression(wanted: (typeof TYPES)[number], depth: number): string {
    if (depth === 0 || this.random(6) === 0) return this.leaf(wanted)
    const type = this.random(60) === 0 ? this.type() : wanted
    const inner = (other: (typeof TYPES)[number] = type) => this.expression(other, depth - 1)
    if (this.random(8) === 0) return `(${inner()})`
    switch (type) {
      case 'Long':
        return this.long(inner)
      case 'Double':
        return this.random(4) === 0
          ? `-(${inner()})`
          : `(${inner()} ${this.pick(['+', '-', '*', '/', '%'])} ${inner()})`
      case 'String':
        return this.text(inner)
      case 'Boolean':
        return this.boolean(inner)
      case 'Object':
        return (
          this.pick([
            `${inner('Map')}.k`,
            `${inner('Map')}.snake_key`,
            `${inner('List')}[${inner('Long')}]`,
            `${inner('Map')}[${inner('String')}]`,
            `${inner('DateTime')}.day_of_month`,
            `${inner()}.nope`,
          ]) ?? ''
        )
      case 'List':
        return `[${inner(this.type())}, ${inner(this.type())}]`
      case 'Map':
        return `{k: ${inner(this.type())}, snakeKey: ${inner('Object')}}`
      case 'DateTime':
        return (
          this.pick([
            `(${inner()} + ${inner('Period')})`,
            `(${inner('Period')} + ${inner()})`,
            `(${inner()} - ${inner()})`,
          ]) ?? ''
        )
      case 'Period':
        return this.pick([`(${inner()} + ${inner()})`, `-(${inner()})`]) ?? ''
      case 'IpAddress':
        return `to_ip(${inner('String')}, ${this.pick(['"1.1.1.1"', '"bad"'])})`
    }
  }

  private long(inner: (type?: (typeof TYPES)[number]) => string): string {
    if (this.random(4) === 0) return `to_long(${inner('Object')}, ${inner('Long')})`
    if (this.random(5) === 0) return `-(${inner()})`
    return `(${inner()} ${this.pick(['+', '-', '*', '/', '%'])} ${inner()})`
  }

  private text(inner: (type?: (typeof TYPES)[number]) => string): string {
    return (
      this.pick([
        `(${inner()} + ${inner()})`,
        `to_string(${inner('Object')})`,
        `lowercase(${inner()})`,
        `concat(second: ${inner()}, first: ${inner()})`,
        `cut(value: ${inner()}, indexEnd: ${inner('Long')})`,
      ]) ?? ''
    )
  }

  private boolean(inner: (type?: (typeof TYPES)[number]) => string): string {
    const ordered = this.pick(['Long', 'Double', 'DateTime', 'String', 'Object'] as const) ?? 'Long'
    return (
      this.pick([
        `${inner()} and ${inner()}`,
        `${inner()} || ${inner()}`,
        `(${inner()} OR ${inner()})`,
        `not (${inner()})`,
        `!has_field(${inner('String')})`,
        `(${inner(this.type())} ${this.pick(['==', '!='])} ${inner(this.type())})`,
        `(${inner(ordered)} ${this.pick(['==', '!='])} ${inner(ordered)})`,
        `(${inner(ordered)} ${this.pick(['<', '<=', '>', '>='])} ${inner(ordered)})`,
        `is_null(${inner(this.type())})`,
        `to_bool(${inner('Object')})`,
      ]) ?? ''
    )
  }
}
