/**
 * The values that rules compute with. A Long is a `bigint` within 64 bits, a Double is a `number`, a Map is a
 * JavaScript `Map`, a List is an array.
 */
export type RuleValue = string | bigint | number | boolean | null | RuleList | RuleMap | RuleObject

export type RuleList = readonly RuleValue[]

export type RuleMap = ReadonlyMap<string, RuleValue>

/** What properties of values may ask of the message's processing. */
export interface RuleClock {
  nowMs(): number
}

/** A value with properties: a date, an address, a message, what a function found. */
export abstract class RuleObject {
  /** Undefined if it has no property of this name. Names are in camelCase, as the language lists them. */
  abstract property(name: string, clock: RuleClock): RuleValue | undefined
  /** The text that `to_string` answers, and that is stored in a field. */
  abstract toText(): string
  equals(other: RuleObject): boolean {
    return other.constructor === this.constructor && other.toText() === this.toText()
  }
}
