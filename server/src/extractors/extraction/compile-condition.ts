import type { ExtractorDefinition } from './extractor-definition.ts'
import { ExtractorRefused } from './extractor-refused.ts'
import type { ExtractorTools } from './extractor-tools.ts'
import { compileUserRegex } from './user-regex.ts'

/** Undefined if every text meets the condition. */
export type Condition = ((text: string) => boolean) | undefined

/** Throws `ExtractorRefused`. */
export function compileCondition(
  { conditionType, conditionValue }: ExtractorDefinition,
  { guard }: ExtractorTools,
): Condition {
  switch (conditionType) {
    case 'none':
      return undefined
    case 'string':
      return (text) => text.includes(conditionValue)
    case 'regex': {
      const refuse = (reason: string) => new ExtractorRefused('condition_value', `condition_value ${reason}`)
      return compileUserRegex(conditionValue, guard, refuse).test
    }
    default:
      throw new ExtractorRefused('condition_type', `Unknown condition type ${String(conditionType satisfies never)}`)
  }
}
