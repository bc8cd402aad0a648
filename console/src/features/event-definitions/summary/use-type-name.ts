import { useText } from '../../../base/text/text.tsx'

export const CONDITION_TYPES = [
  'aggregation-v1',
  'absence-v1',
  'new-value-v1',
  'new-pattern-v1',
  'sequence-v1',
  'unusual-level-v1',
] as const
export type ConditionType = (typeof CONDITION_TYPES)[number]

/** The name of a type of condition; a type that the console does not know shows as it is. */
export function useTypeName(): (config: { readonly type: string }) => string {
  const t = useText()
  return ({ type }) => {
    const known = CONDITION_TYPES.find((one) => one === type)
    return known === undefined ? type : t(`definitions.type.${known}`)
  }
}
