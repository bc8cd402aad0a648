import { parameterNames } from '@logyard/languages/query/fill-parameters'
import { useText } from '../../../base/text/text.tsx'
import type { DraftErrors } from '../model/block.ts'
import { type DefinitionDraft, isConditionComplete } from '../model/definition-draft.ts'

/** What the console knows to be missing, by the key of the API. */
export function useDraftProblems(draft: DefinitionDraft): DraftErrors {
  const t = useText()
  const { config } = draft
  return {
    ...(draft.title.trim() === '' ? { title: t('definitions.problem.title') } : {}),
    ...(config === undefined ? { config: t('definitions.problem.config') } : {}),
    ...(isConditionComplete(draft) ? {} : { conditions: t('definitions.problem.conditions') }),
    ...(undeclaredParameters(draft).length > 0 ? { query_parameters: t('definitions.problem.parameters') } : {}),
    ...(config?.type === 'new-value-v1' && config.field.trim() === '' ? { field: t('definitions.problem.field') } : {}),
    ...(config?.type === 'unusual-level-v1' && config.series.function !== 'count' && (config.series.field ?? '') === ''
      ? { series: t('definitions.problem.seriesField') }
      : {}),
    ...(config?.type === 'sequence-v1' && config.key_fields.length === 0
      ? { key_fields: t('definitions.problem.keyFields') }
      : {}),
  }
}

function undeclaredParameters({ config }: Pick<DefinitionDraft, 'config'>): readonly string[] {
  if (config === undefined || config.type === 'sequence-v1') return []
  const declared = new Set((config.query_parameters ?? []).map(({ name }) => name))
  return parameterNames([config.query]).filter((name) => !declared.has(name))
}
