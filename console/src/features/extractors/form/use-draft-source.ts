import { useMemo } from 'react'
import type { ExtractorDraft } from '../../../parsing/drafts/extractor-draft.ts'
import type { ExtractSource } from '../../../parsing/extract/extract-source.ts'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { EXTRACTOR_SETTINGS } from '../model/extractor-settings.ts'
import type { ExtractorValues } from '../model/extractor-values.ts'
import { shownSettings } from '../model/setting-values.ts'

/** The example as a text that drafts of regular expressions and grok patterns are made from. */
export function useDraftSource(
  inputId: string,
  { type, sourceField }: ExtractorValues,
  text: string | undefined,
  change: EntityForm<ExtractorValues>['change'],
): ExtractSource | undefined {
  return useMemo(() => {
    if (text === undefined || (type !== 'regex' && type !== 'grok')) return undefined
    const take = ({ config, title, targetField }: ExtractorDraft) =>
      change((old) => ({
        settings: { ...old.settings, ...shownSettings(EXTRACTOR_SETTINGS[type], config) },
        title: old.title === '' ? title : old.title,
        targetField: targetField === '' ? old.targetField : targetField,
      }))
    return { text, field: sourceField, example: { index: '', id: '' }, inputId, nodeId: '', form: { type, take } }
  }, [inputId, type, sourceField, text, change])
}
