import { RuleObject, type RuleValue } from '../rule-values.ts'

/** Level and facility of a syslog message, both as numbers or both as names. */
export class RuleSyslogPriority<Part extends bigint | string> extends RuleObject {
  readonly level: Part
  readonly facility: Part

  constructor(level: Part, facility: Part) {
    super()
    this.level = level
    this.facility = facility
  }

  property(name: string): RuleValue | undefined {
    if (name === 'level') return this.level
    return name === 'facility' ? this.facility : undefined
  }

  toText(): string {
    return `{level=${this.level}, facility=${this.facility}}`
  }
}
