import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type Ref, useRef } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { usePageShortcuts } from '../../../base/page/page-shortcuts.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import { FormFooter } from '../../../ui/form/form-footer.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { SimpleRuleForm } from '../simple-rule/simple-rule-form.tsx'
import { SourceEditor } from '../source-editor/source-editor.tsx'
import { type ParsedSource, useParsedSource } from '../source-editor/use-parsed-source.ts'
import { TrialSection } from '../trial/trial-section.tsx'
import { RuleAside } from './rule-aside.tsx'
import classes from './rule-editor.module.css'
import { RuleHeading } from './rule-heading.tsx'
import { type InitialRule, type RuleDraft, useRuleDraft } from './use-rule-draft.ts'

interface RuleEditorProps {
  /** Absent for a new rule. */
  readonly rule: RuleSource | undefined
  readonly initial: InitialRule
}

const SHORTCUTS = [
  { keys: ['mod', 'S'], text: 'pipelines.shortcut.save' },
  { keys: ['mod', 'Space'], text: 'pipelines.shortcut.complete' },
] as const

/** A rule as a form or a source, what it would do to real messages, and its versions or the functions beside it. */
export function RuleEditor({ rule, initial }: RuleEditorProps) {
  const t = useText()
  usePageShortcuts('general', SHORTCUTS)
  const draft = useRuleDraft(rule, initial)
  const handle = useRef<CodeFieldHandle>(null)
  const parsed = useParsedSource('rule', draft.values.source)
  return (
    <Page
      title={t(rule === undefined ? 'pipelines.rule.new' : 'pipelines.rule.edit')}
      subject={rule?.title ?? undefined}
      crumbs={[{ label: t('pipelines.rules.title'), to: routes.pipelines.rules() }]}
      description={<RuleHeading rule={rule} />}
    >
      <div className={classes['columns']}>
        <div className={classes['main']}>
          <RuleBody draft={draft} parsed={parsed} handle={handle} />
          <Textarea
            label={t('pipelines.rule.description')}
            autosize
            minRows={1}
            maxRows={6}
            mb="sm"
            readOnly={draft.isReadOnly}
            value={draft.values.description}
            onChange={({ currentTarget }) => draft.change({ description: currentTarget.value })}
          />
          {draft.places?.processing && (
            <div className={classes['places']}>
              <PlaceFields
                {...draft.places}
                processing={draft.places.processing}
                showsGaps={draft.showsGaps}
                onChange={draft.places.change}
              />
            </div>
          )}
          <TrialSection kind="rule" stored={rule} source={draft.values.source} isValid={parsed.isValid} />
          {!draft.isReadOnly && (
            <FormFooter cancelTo={routes.pipelines.rules()}>
              {rule === undefined ? <CreateActions draft={draft} /> : <SaveActions draft={draft} />}
            </FormFooter>
          )}
        </div>
        <RuleAside
          rule={rule}
          source={draft.values.source}
          isReadOnly={draft.isReadOnly}
          isForm={draft.form !== undefined}
          onInsert={draft.isReadOnly || draft.form !== undefined ? undefined : (text) => handle.current?.insert(text)}
          onRestored={draft.restored}
        />
      </div>
    </Page>
  )
}

interface RuleBodyProps {
  readonly draft: RuleDraft
  readonly parsed: ParsedSource
  readonly handle: Ref<CodeFieldHandle>
}

/** The form, or the source. */
function RuleBody({ draft, parsed, handle }: RuleBodyProps) {
  const t = useText()
  const { form, isReadOnly } = draft
  const mode = <ModeSwitch draft={draft} />
  if (form !== undefined) {
    return (
      <SimpleRuleForm
        rule={form}
        isReadOnly={isReadOnly}
        problems={parsed.problems}
        showsGaps={draft.showsGaps}
        switcher={mode}
        onChange={draft.changeForm}
      />
    )
  }
  return (
    <SourceEditor
      language="rule"
      label={t('pipelines.rule.source')}
      value={draft.values.source}
      onChange={(source) => draft.change({ source })}
      parsed={parsed}
      isReadOnly={isReadOnly}
      onSave={() => void draft.apply()}
      handle={handle}
      tools={mode}
    />
  )
}

/** Switches between the source and the form. The form is disabled for rules that it cannot show. */
function ModeSwitch({ draft: { form, simple, showForm, showSource } }: { draft: RuleDraft }) {
  const t = useText()
  const isPossible = form !== undefined || simple !== undefined
  const label = (
    <span title={isPossible ? undefined : t('pipelines.rule.mode.notSimple')}>{t('pipelines.rule.mode.form')}</span>
  )
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('pipelines.rule.mode')}
      value={form === undefined ? 'source' : 'form'}
      data={[
        { value: 'source', label: t('pipelines.rule.mode.source') },
        { value: 'form', label, disabled: !isPossible },
      ]}
      onChange={(next) => (next === 'form' ? showForm() : showSource())}
    />
  )
}

function CreateActions({ draft: { places, isSaving, apply } }: { draft: RuleDraft }) {
  const t = useText()
  useCommand('pipelines.saveRule', t('pipelines.shortcut.save'), apply)
  useSaveKey(apply)
  return (
    <Button
      loading={isSaving}
      loaderProps={{ type: 'dots' }}
      disabled={places?.processing === undefined}
      onClick={() => void apply()}
    >
      {t('ui.create')}
    </Button>
  )
}

function SaveActions({ draft: { isSaving, isUnchanged, apply, saveAndClose } }: { draft: RuleDraft }) {
  const t = useText()
  useCommand('pipelines.saveRule', t('pipelines.shortcut.save'), apply, !isUnchanged)
  useSaveKey(isUnchanged ? undefined : apply)
  return (
    <>
      <Button variant="default" disabled={isUnchanged || isSaving} onClick={() => void apply()}>
        {t('ui.save')}
      </Button>
      <Button loading={isSaving} loaderProps={{ type: 'dots' }} onClick={() => void saveAndClose()}>
        {t('pipelines.rule.saveAndClose')}
      </Button>
    </>
  )
}

/** Ctrl+S saves from everywhere on the page; the editor of the source has the key itself. */
const useSaveKey = (save: (() => unknown) | undefined) => useHotkeys([['mod+S', () => void save?.()]], [])
