import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { useText } from '../../../base/text/text.tsx'
import { useFigureWords } from '../../../widgets/figures/use-figure-words.ts'
import { expressionText } from '../model/expression-text.ts'
import { useTypeName } from './use-type-name.ts'

/** A condition in few words: `count() > 20 by service`. */
export function useConditionWords(): (config: ProcessorConfig) => string {
  const t = useText()
  const typeName = useTypeName()
  const { conditionText } = useFigureWords()
  return (config) => {
    if (config.type !== 'aggregation-v1') return typeName(config)
    const { series, conditions, group_by: fields } = config
    const expression = conditions?.expression ?? null
    if (series.length === 0 || expression === null) return t('definitions.condition.messages')
    const condition = conditionText(expressionText(expression, series))
    return fields.length === 0 ? condition : t('definitions.condition.by', { condition, fields: fields.join(', ') })
  }
}
