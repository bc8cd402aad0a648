import { RuleObject, type RuleValue } from '../rule-values.ts'

/** The time between two instants. */
export class RuleDuration extends RuleObject {
  readonly ms: number

  constructor(ms: number) {
    super()
    this.ms = ms
  }

  property(name: string): RuleValue | undefined {
    switch (name) {
      case 'millis':
        return BigInt(this.ms)
      case 'standardSeconds':
        return this.whole(1000)
      case 'standardMinutes':
        return this.whole(60_000)
      case 'standardHours':
        return this.whole(3_600_000)
      case 'standardDays':
        return this.whole(86_400_000)
      default:
        return undefined
    }
  }

  private whole(unitMs: number): bigint {
    return BigInt(Math.trunc(this.ms / unitMs))
  }

  /** Seconds with three decimals if there are milliseconds: `PT86400S`, `PT0.500S`. */
  toText(): string {
    const size = Math.abs(this.ms)
    const millis = size % 1000
    const fraction = millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`
    return `PT${this.ms < 0 ? '-' : ''}${Math.trunc(size / 1000)}${fraction}S`
  }
}
