import { useText } from '../../../base/text/text.tsx'
import { rowsOf } from '../model/condition-tree.ts'
import { configOf, type DefinitionDraft } from '../model/definition-draft.ts'
import { expressionText } from '../model/expression-text.ts'

const MAX_LENGTH = 200
const BOUNDS = { '<': 'below', '<=': 'most', '>': 'above', '>=': 'least', '==': 'exact' } as const

/** A title made of the condition, such as `More than 5 × http_status:>=500 per source`. */
export function useSuggestedTitle(draft: DefinitionDraft): string {
  const t = useText()
  const config = configOf(draft)
  if (config === undefined) return ''
  const query = (config.type === 'sequence-v1' ? config.first.query : config.query).trim()
  if (config.type !== 'aggregation-v1') return `${t(`definitions.type.${config.type}`)}: ${query}`.slice(0, MAX_LENGTH)
  if (config.series.length === 0) return query.slice(0, MAX_LENGTH)
  const subject = query === '' ? t('definitions.query.all') : query
  const groups = config.group_by.join(', ')
  const grouped = groups === '' ? subject : t('definitions.suggested.perGroup', { subject, groups })
  const count = comparedCount(draft)
  const expression = config.conditions?.expression
  if (count?.bound === 'above' && count.threshold === 0) return grouped.slice(0, MAX_LENGTH)
  if (count !== undefined) return t('definitions.suggested.count', { ...count, grouped }).slice(0, MAX_LENGTH)
  return `${grouped} ${expression ? expressionText(expression, config.series) : ''}`.slice(0, MAX_LENGTH)
}

/** The comparison of the number of messages, if the condition has no other. */
function comparedCount({ aggregation: { tree, foreign } }: DefinitionDraft) {
  const [row, ...others] = rowsOf(tree)
  if (row === undefined || others.length > 0 || foreign !== undefined) return undefined
  const { function: name, field, comparison, threshold } = row
  const isCount = name === 'count' && field.trim() === ''
  if (!isCount || comparison === undefined || threshold === undefined) return undefined
  return { bound: BOUNDS[comparison], threshold }
}
