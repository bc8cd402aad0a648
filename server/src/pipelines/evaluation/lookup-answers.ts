/** What lookup tables answered while one message was processed: asked again, they could answer something else. */
import type { LookupKey, LookupResult } from '../../lookup/lookup-tables.ts'

export interface LookupAnswer {
  readonly table: string
  readonly key: LookupKey
  readonly result: LookupResult
}

/** Few messages ask more than a handful of questions, so a list is searched. */
export const findAnswer = (
  answers: readonly LookupAnswer[],
  table: string,
  key: LookupKey,
): LookupResult | undefined => {
  for (const answer of answers) if (answer.key === key && answer.table === table) return answer.result
  return undefined
}
