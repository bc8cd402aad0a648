import type { CreateExtractorRequest } from '@logyard/contract/extractors/extractors'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { LoadedMessage } from '../../../messages-table/loader/loaded-message.ts'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { type ExtractorValues, extractorRequest, settingKey } from '../model/extractor-values.ts'
import { refusedFields } from '../model/refused-fields.ts'
import { regexProblems } from '../model/regex-problems.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { useGrokRun } from '../preview/use-grok-run.ts'
import { useTry } from '../preview/use-try.ts'
import { ExampleSection } from './example-section.tsx'
import classes from './extractor-form.module.css'
import { ExtractorForm } from './extractor-form.tsx'
import { useDraftSource } from './use-draft-source.ts'

interface ExtractorEditorProps {
  readonly inputId: string
  readonly initial: ExtractorValues
  /** The example until the user takes another one. */
  readonly example: LoadedMessage | undefined
  readonly save: { readonly label: string; readonly isSaving: boolean; readonly error: Error | null }
  readonly onSave: (body: CreateExtractorRequest) => void
  readonly cancelTo: string
}

/** As in the stylesheet: the preview has no room beside the form. */
const NARROW = '(max-width: 75em)'

/** The example, the form, and what the extractor would do. */
export function ExtractorEditor({ inputId, initial, example, save, onSave, cancelTo }: ExtractorEditorProps) {
  const [start] = useState(initial)
  const [values, setValues] = useState(start)
  const [sent, setSent] = useState<ExtractorValues>()
  const [chosen, setChosen] = useState<LoadedMessage>()
  const change = (part: Partial<ExtractorValues>) => setValues((old) => ({ ...old, ...part }))
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
  // A refusal applies to the values that were sent, until they change.
  const refusedSave = values === sent ? refusedFields(save.error) : {}
  const draftSource = useDraftSource(inputId, values, text, setValues)
  useLeaveGuard(values !== start)
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const preview = (
    <PreviewPanel
      values={values}
      text={text}
      trials={trials}
      isRefused={Object.keys({ ...refusedTrial, ...invalid }).length > 0}
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
          values={values}
          onChange={change}
          trials={trials}
          invalid={invalid}
          grokProblem={grok.problem}
          refusals={{ ...refusedTrial, ...refusedSave }}
          save={save}
          onSubmit={() => {
            setSent(values)
            onSave(extractorRequest(values))
          }}
          cancelTo={cancelTo}
          preview={isNarrow && preview}
        />
        {!isNarrow && preview}
      </div>
    </>
  )
}

/** A date is no text, though the API writes it as one. */
function sourceText(message: LoadedMessage | undefined, field: string): string | undefined {
  const value = field === 'timestamp' ? undefined : message?.fields[field]
  return typeof value === 'string' ? value : undefined
}
