import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { useText } from '../../../base/text/text.tsx'
import type { LoadedMessage } from '../../../messages-table/loader/loaded-message.ts'
import type { ExtractorDraft } from '../../../parsing/drafts/extractor-draft.ts'
import type { ExtractSource } from '../../../parsing/extract/extract-source.ts'
import { problemTexts } from '../../../ui/fields/field-texts.ts'
import { type EntityForm, useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useSaveExtractor } from '../extractor-actions.ts'
import { renameExtracted } from '../model/extracted-fields.ts'
import { EXTRACTOR_SETTINGS } from '../model/extractor-settings.ts'
import { type ExtractorValues, extractorProblems, extractorRequest, settingKey } from '../model/extractor-values.ts'
import { formKey, refusedFields, regexProblems } from '../model/found-problems.ts'
import { shownSettings } from '../model/setting-values.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { useGrokRun } from '../preview/use-grok-run.ts'
import { useTry } from '../preview/use-try.ts'
import { ExampleSection } from './example-section.tsx'
import classes from './extractor-form.module.css'
import { ExtractorForm, extractorLabels } from './extractor-form.tsx'

interface ExtractorEditorProps {
  readonly inputId: string
  /** Absent for a new extractor. */
  readonly extractorId?: string
  readonly initial: ExtractorValues
  /** The example until the user takes another one. */
  readonly example: LoadedMessage | undefined
  readonly onSaved?: () => void
  readonly listLink: string
}

/** As in the stylesheet: the preview has no room beside the form. */
const NARROW = '(max-width: 75em)'

/** The example, the form, and what the extractor would do. */
export function ExtractorEditor(props: ExtractorEditorProps) {
  const { inputId, extractorId, initial, example, onSaved, listLink } = props
  const t = useText()
  const go = useGo()
  const save = useSaveExtractor(inputId, extractorId)
  const [chosen, setChosen] = useState<LoadedMessage>()
  const form = useEntityForm({
    isNew: extractorId === undefined,
    initial,
    labels: (values) => extractorLabels(values, t),
    problems: (values) => ({ ...regexProblems(values), ...problemTexts(extractorProblems(values), t) }),
    fieldOf: formKey,
    save: (values) => save.mutateAsync(extractorRequest(values)),
    onSaved() {
      onSaved?.()
      go(listLink, { isSaved: true })
    },
  })
  const { values } = form
  const message = chosen ?? example
  const { sourceField } = values
  const text = sourceText(message, sourceField)
  const grok = useGrokRun(values, text)
  const invalid = useMemo(
    () => ({
      ...regexProblems(values),
      ...(grok.problem === undefined ? {} : { [settingKey('grok_pattern')]: grok.problem.message }),
    }),
    [values, grok.problem],
  )
  const trials = useTry({ inputId, values, text, invalid, isReady: !grok.isPending })
  const refusedTrial = refusedFields(trials.example.error ?? trials.sample.error)
  const draftSource = useDraftSource(inputId, values, text, form.change)
  // Errors that are found while the user types are shown at once. An invalid grok pattern is not sent.
  const live = {
    ...form,
    errors: { ...refusedTrial, ...invalid, ...form.errors },
    submit: () => (grok.problem === undefined ? form.submit() : form.attempt(() => Promise.resolve())),
  }
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const preview = (
    <PreviewPanel
      values={values}
      text={text}
      trials={trials}
      isRefused={Object.keys({ ...refusedTrial, ...invalid }).length > 0}
      onRename={renamesIn(form.change)}
      onPick={(picked) =>
        setChosen({ stored: { index: picked.index, id: picked.id }, fields: { [sourceField]: picked.text } })
      }
    />
  )
  return (
    <>
      <ExampleSection
        inputId={inputId}
        sourceField={sourceField}
        message={message}
        text={text}
        result={trials.example.error === null ? trials.example.result : undefined}
        located={grok.located}
        onLoad={setChosen}
        draftSource={draftSource}
      />
      <div className={classes['editor']}>
        <ExtractorForm
          form={live}
          trials={trials}
          grokProblem={grok.problem}
          cancelTo={listLink}
          preview={isNarrow && preview}
        />
        {!isNarrow && preview}
      </div>
    </>
  )
}

const renamesIn = (change: EntityForm<ExtractorValues>['change']) => (from: string, to: string) =>
  change(({ settings }) => ({
    settings: { ...settings, grok_pattern: renameExtracted(String(settings['grok_pattern'] ?? ''), from, to) },
  }))

/** A date is no text, though the API writes it as one. */
function sourceText(message: LoadedMessage | undefined, field: string): string | undefined {
  const value = field === 'timestamp' ? undefined : message?.fields[field]
  return typeof value === 'string' ? value : undefined
}

/** The example as a text that drafts of regular expressions and grok patterns are made from. */
function useDraftSource(
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
