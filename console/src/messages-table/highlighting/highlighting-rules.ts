import type { HighlightingRule } from '@logyard/contract/views/view-state'

/** Colours by field and value. */
export type RulesByField = ReadonlyMap<string, ReadonlyMap<string, string>>

/** A rule applies to one field and one value. */
export function rulesByField(rules: readonly HighlightingRule[]): RulesByField {
  const byField = new Map<string, Map<string, string>>()
  for (const { field, value, color } of rules) {
    const values = byField.get(field) ?? new Map<string, string>()
    byField.set(field, values.set(value, color))
  }
  return byField
}
