import { readAddress } from '../../query/ip-range.ts'
import { RuleObject, type RuleValue } from '../rule-values.ts'

/** An IPv4 or IPv6 address. */
export class RuleIp extends RuleObject {
  /** 4 or 16 bytes. */
  readonly bytes: readonly number[]

  constructor(bytes: readonly number[]) {
    super()
    this.bytes = bytes
  }

  /** Undefined if the text is not an address. */
  static parse(text: string): RuleIp | undefined {
    const bytes = readAddress(text)
    return bytes === undefined ? undefined : new RuleIp(bytes)
  }

  /** The address with its last byte zero. */
  get anonymized(): RuleIp {
    return new RuleIp([...this.bytes.slice(0, -1), 0])
  }

  property(name: string): RuleValue | undefined {
    return name === 'anonymized' ? this.anonymized : undefined
  }

  /** IPv6 is in lower case, and `::` stands for the longest row of at least two zeros. */
  toText(): string {
    if (this.bytes.length === 4) return this.bytes.join('.')
    const groups = Array.from(
      { length: 8 },
      (_, at) => ((this.bytes[at * 2] ?? 0) << 8) | (this.bytes[at * 2 + 1] ?? 0),
    )
    const { start, length } = longestZeros(groups)
    const hex = groups.map((group) => group.toString(16))
    if (length < 2) return hex.join(':')
    return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`
  }
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let longest = { start: 0, length: 0 }
  let start = 0
  for (const [at, group] of groups.entries()) {
    if (group !== 0) start = at + 1
    else if (at + 1 - start > longest.length) longest = { start, length: at + 1 - start }
  }
  return longest
}
