import { useText } from '../../../base/text/text.tsx'
import { rowProblems, rowsOf } from '../model/condition-tree.ts'
import { configOf, type DefinitionDraft } from '../model/definition-draft.ts'
import { expressionText } from '../model/expression-text.ts'

const MAX_LENGTH = 200

/** A title made of the condition, such as `http_status:>=500 per source > 5`. */
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
  return `${grouped} ${conditionText(draft)}`.slice(0, MAX_LENGTH)
}

/** `> 5` if it is about the number of messages alone. */
function conditionText(draft: DefinitionDraft): string {
  const config = configOf(draft)
  const expression = config?.type === 'aggregation-v1' ? config.conditions?.expression : undefined
  if (config?.type !== 'aggregation-v1' || !expression) return ''
  const text = expressionText(expression, config.series)
  const [row, ...others] = rowsOf(draft.aggregation.tree)
  const isCount = row?.function === 'count' && row.field.trim() === '' && rowProblems(row).length === 0
  return isCount && others.length === 0 && draft.aggregation.foreign === undefined ? text.replace('count() ', '') : text
}
