/** Turns a part of a message into an extractor: drafts for the part, and the other types. */
import { Alert, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useDrafts } from '../../base/drafts/drafts-provider.tsx'
import { useGo } from '../../base/routes/location.ts'
import { useText } from '../../base/text/text.tsx'
import { ChoiceDialog } from '../../ui/choice-dialog.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { type ExtractorDraft, storeExtractorDraft } from '../drafts/extractor-draft.ts'
import type { Span } from '../drafts/selected-part.ts'
import type { DraftedExpressions } from '../grok-run/grok-task.ts'
import type { ExtractRequest, ExtractSource } from './extract-source.ts'
import { type ExtractorChoice, ExtractorChoices } from './extractor-choices.tsx'
import { newExtractorLink } from './new-extractor-link.ts'
import { PartField } from './part-field.tsx'
import { suggestedField, useExtractorDrafts } from './use-extractor-drafts.ts'

interface ExtractDialogProps {
  readonly request: ExtractRequest
  readonly onClose: () => void
}

export function ExtractDialog({ request: { source, part: selected }, onClose }: ExtractDialogProps) {
  const t = useText()
  const [part, setPart] = useState(selected)
  const [typed, setTyped] = useState<string>()
  const [wanted, setWanted] = useState<ExtractorChoice>()
  const field = typed ?? suggestedField(source, part)
  const drafts = useExtractorDrafts(source, part, field === '' ? 'value' : field)
  const only = source.form?.type
  const choice = wanted !== undefined && isOffered(wanted, drafts.data) ? wanted : firstChoice(source, drafts.data)
  const needsField = choice === 'regex' || choice === 'grok'
  const proceed = useProceed(source, onClose)
  return (
    <ChoiceDialog
      size="xl"
      title={t(only === undefined ? 'parsing.extract.title' : 'parsing.extract.fromExample')}
      confirmLabel={t(only === undefined ? 'parsing.extract.continue' : 'parsing.extract.use')}
      confirm={{
        rightSection: only === undefined && <IconArrowRight size={16} />,
        disabled: needsField && (field === '' || drafts.data?.regex === undefined || drafts.isPlaceholderData),
      }}
      onConfirm={() => proceed(choice, field, drafts.data)}
      onClose={onClose}
    >
      <PartField
        label={source.field}
        text={source.text}
        part={part}
        onChange={(next) => {
          setPart(next)
          setTyped(undefined)
        }}
        marked={choice === 'grokOfAll' ? (drafts.data?.captured ?? []) : markOf(part, field)}
      />
      {drafts.isError && <Alert color="amber" title={t('parsing.extract.failed')} />}
      {only === 'regex' && part === undefined ? (
        <Dimmed>{t('parsing.extract.selectFirst')}</Dimmed>
      ) : (
        <ExtractorChoices drafts={drafts.data} only={only} value={choice} onChange={setWanted} />
      )}
      {needsField && part !== undefined && (
        <TextInput
          label={t('parsing.extract.field')}
          required
          autoComplete="off"
          spellCheck={false}
          translate="no"
          value={field}
          onChange={({ currentTarget }) => setTyped(currentTarget.value.replaceAll(/[^A-Za-z0-9_]/g, ''))}
        />
      )}
    </ChoiceDialog>
  )
}

const markOf = (part: Span | undefined, field: string) => (part === undefined ? [] : [{ ...part, field }])

const isOffered = (choice: ExtractorChoice, drafts: DraftedExpressions | undefined) =>
  choice === 'regex' || choice === 'grok' ? drafts?.regex !== undefined : choice !== 'grokOfAll' || drafts !== undefined

function firstChoice({ text, form }: ExtractSource, drafts: DraftedExpressions | undefined): ExtractorChoice {
  if (form?.type === 'regex') return 'regex'
  if (drafts?.regex !== undefined) return form === undefined ? 'regex' : 'grok'
  if (form !== undefined) return 'grokOfAll'
  if (/^\s*\{[\s\S]*\}\s*$/.test(text)) return 'json'
  return drafts === undefined ? 'copy_input' : 'grokOfAll'
}

/** Hands the draft to the form, or opens the page of a new extractor. */
function useProceed(source: ExtractSource, onClose: () => void) {
  const stored = useDrafts()
  const go = useGo()
  const draftOf = useDraftOf(source)
  return (choice: ExtractorChoice, field: string, drafts: DraftedExpressions | undefined) => {
    const draft = drafts && draftOf(choice, field, drafts)
    if (source.form === undefined) {
      if (draft !== undefined) storeExtractorDraft(stored, draft)
      go(newExtractorLink(source, draft?.type ?? choice))
    } else if (draft !== undefined) source.form.take(draft)
    onClose()
  }
}

/** `undefined` for types that are not drafted. */
function useDraftOf({ field: sourceField, example }: ExtractSource) {
  const t = useText()
  return (choice: ExtractorChoice, field: string, drafts: DraftedExpressions): ExtractorDraft | undefined => {
    const common = { sourceField, example }
    if (choice === 'regex') {
      const title = t('parsing.extract.extractorTitle', { fields: field })
      return { ...common, type: 'regex', config: { regex_value: drafts.regex ?? '' }, title, targetField: field }
    }
    if (choice !== 'grok' && choice !== 'grokOfAll') return undefined
    const isOfAll = choice === 'grokOfAll'
    const fields = isOfAll ? [...new Set(drafts.captured.map((one) => one.field))].join(', ') : field
    const pattern = isOfAll ? drafts.grokOfAll : (drafts.grok ?? '')
    return {
      ...common,
      type: 'grok',
      config: { grok_pattern: pattern, named_captures_only: true },
      title: t('parsing.extract.extractorTitle', { fields }),
      targetField: '',
    }
  }
}
