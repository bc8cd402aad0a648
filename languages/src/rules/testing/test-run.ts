import { RuleObject, type RuleValue } from '../rule-values.ts'

/** A message whose fields a test reads. */
class TestMessage extends RuleObject {
  private readonly fields: ReadonlyMap<string, RuleValue>

  constructor(fields: ReadonlyMap<string, RuleValue>) {
    super()
    this.fields = fields
  }

  field(name: string): RuleValue {
    return this.fields.get(name) ?? null
  }

  property(name: string): RuleValue | undefined {
    return this.fields.get(name)
  }

  toText(): string {
    return 'a message'
  }
}

export interface TestRun {
  readonly message: TestMessage
  readonly fields: Map<string, RuleValue>
  nowMs(): number
}

export function testRun(given: Readonly<Record<string, RuleValue>> = {}): TestRun {
  const fields = new Map(Object.entries(given))
  return { message: new TestMessage(fields), fields, nowMs: () => 1_614_834_367_089 }
}
