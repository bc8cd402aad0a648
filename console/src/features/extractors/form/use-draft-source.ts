import { type Dispatch, type SetStateAction, useMemo } from 'react'
import type { ExtractorDraft } from '../../../parsing/drafts/extractor-draft.ts'
import type { ExtractSource } from '../../../parsing/extract/extract-source.ts'
import { EXTRACTOR_SETTINGS } from '../model/extractor-settings.ts'
import type { ExtractorValues } from '../model/extractor-values.ts'
import { shownSettings } from '../model/setting-values.ts'

/** The example as a text that drafts of regular expressions and grok patterns are made from. */
export function useDraftSource(
  inputId: string,
  { type, sourceField }: ExtractorValues,
  text: string | undefined,
  setValues: Dispatch<SetStateAction<ExtractorValues>>,
): ExtractSource | undefined {
  return useMemo(() => {
    if (text === undefined || (type !== 'regex' && type !== 'grok')) return undefined
    const take = ({ config, title, targetField }: ExtractorDraft) =>
      setValues((old) => ({
        ...old,
        settings: { ...old.settings, ...shownSettings(EXTRACTOR_SETTINGS[type], config) },
        title: old.title === '' ? title : old.title,
        targetField: targetField === '' ? old.targetField : targetField,
      }))
    return { text, field: sourceField, example: { index: '', id: '' }, inputId, nodeId: '', form: { type, take } }
  }, [inputId, type, sourceField, text, setValues])
}
