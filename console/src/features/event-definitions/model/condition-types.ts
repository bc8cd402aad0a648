/** The types of conditions that the wizard has a form for. */
export const CONDITION_TYPES = [
  'aggregation-v1',
  'absence-v1',
  'new-value-v1',
  'new-pattern-v1',
  'sequence-v1',
  'unusual-level-v1',
] as const
export type ConditionType = (typeof CONDITION_TYPES)[number]
