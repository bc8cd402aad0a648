/** The form of a new or edited extractor. What it would do is shown beside it while the user types. */
import { Group, Radio, Stack, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { GrokError } from '../../../parsing/grok-run/grok-task.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { problemTexts } from '../../../ui/fields/field-texts.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { CONVERTER_SETTINGS, EXTRACTOR_SETTINGS, namesItsFields } from '../model/extractor-settings.ts'
import { converterKey, type ExtractorValues, extractorProblems, settingKey } from '../model/extractor-values.ts'
import { isReservedField } from '../model/reserved-field.ts'
import type { Trials } from '../preview/use-try.ts'
import { ConditionFields } from './condition-fields.tsx'
import { ConverterFields } from './converter-fields.tsx'
import { GrokProblem, SettingFields } from './setting-fields.tsx'

type Errors = Readonly<Record<string, ReactNode>>

interface ExtractorFormProps {
  readonly values: ExtractorValues
  readonly onChange: (change: Partial<ExtractorValues>) => void
  readonly trials: Trials
  /** Why patterns are invalid, by field of the form. */
  readonly invalid: Errors
  readonly grokProblem: GrokError | undefined
  /** The server's refusals, by field of the form. */
  readonly refusals: Errors
  readonly save: { readonly label: string; readonly isSaving: boolean }
  readonly onSubmit: () => void
  readonly cancelTo: string
  /** What the extractor would do, where the screen has no room beside the form. */
  readonly preview: ReactNode
}

export function ExtractorForm(props: ExtractorFormProps) {
  const { values, onChange, trials, invalid, refusals, save, onSubmit, cancelTo } = props
  const t = useText()
  const [isChecked, setIsChecked] = useState(false)
  const problems = extractorProblems(values)
  const errors: Errors = { ...refusals, ...invalid, ...(isChecked ? problemTexts(problems, t) : {}) }
  const errorOf = (key: string): ReactNode => errors[key]
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.keys({ ...problems, ...invalid }).length === 0) onSubmit()
  }
  const { formRef, onSubmit: submitAndFocus } = useFocusFirstError(submit, errors, save.isSaving)
  const parts = { values, onChange, errorOf }
  return (
    <form ref={formRef} onSubmit={submitAndFocus} noValidate aria-label={t('extractors.form')}>
      <GrokProblem value={props.grokProblem}>
        <Configuration {...parts} />
      </GrokProblem>
      {props.preview}
      <FormSection title={t('extractors.condition')}>
        <ConditionFields {...parts} error={errorOf('conditionValue')} trial={trials.condition} />
      </FormSection>
      <FormSection title={t('extractors.section.result')}>
        <Target {...parts} />
      </FormSection>
      <FormSection title={t('extractors.converters')}>
        <ConverterFields {...parts} />
      </FormSection>
      <Stack gap="md">
        <FormErrors errors={errors} labels={useLabels(values)} />
        <Group gap="sm">
          <SaveButton label={save.label} isSaving={save.isSaving} />
          <LinkButton to={cancelTo} variant="default">
            {t('ui.cancel')}
          </LinkButton>
        </Group>
      </Stack>
    </form>
  )
}

interface PartProps {
  readonly values: ExtractorValues
  readonly onChange: (change: Partial<ExtractorValues>) => void
  readonly errorOf: (key: string) => ReactNode
}

function Configuration({ values, onChange, errorOf }: PartProps) {
  const t = useText()
  const settings = EXTRACTOR_SETTINGS[values.type]
  return (
    <FormSection title={t('extractors.section.configuration')}>
      <DefinitionList
        items={[
          { label: t('extractors.type'), value: <span>{t(`extractors.type.${values.type}`)}</span> },
          { label: t('extractors.sourceField'), value: values.sourceField },
        ]}
      />
      {settings.length === 0 && <Dimmed>{t('extractors.copyInput.note')}</Dimmed>}
      <SettingFields
        settings={settings}
        values={values.settings}
        errorOf={(name) => errorOf(settingKey(name))}
        onChange={(change) => onChange({ settings: { ...values.settings, ...change } })}
      />
    </FormSection>
  )
}

const NOT_IN_NAMES = /\W/g

function Target({ values, onChange, errorOf }: PartProps) {
  const t = useText()
  const cannotCut = isReservedField(values.sourceField)
  return (
    <>
      {!namesItsFields(values.type) && (
        <TextInput
          label={t('extractors.targetField')}
          description={t('extractors.targetField.help')}
          required
          withAsterisk={false}
          autoComplete="off"
          spellCheck={false}
          value={values.targetField}
          error={errorOf('targetField')}
          onChange={({ currentTarget }) => onChange({ targetField: currentTarget.value.replaceAll(NOT_IN_NAMES, '') })}
        />
      )}
      <Radio.Group
        label={t('extractors.strategy')}
        description={t(cannotCut ? 'extractors.strategy.standardField' : 'extractors.strategy.help')}
        value={values.strategy}
        onChange={(next) => onChange({ strategy: next === 'cut' ? 'cut' : 'copy' })}
      >
        <Group gap="lg" mt={4} mb={4}>
          <Radio value="copy" label={t('extractors.strategy.copy')} />
          <Radio value="cut" label={t('extractors.strategy.cut')} />
        </Group>
      </Radio.Group>
      <TextInput
        label={t('extractors.title.label')}
        required
        withAsterisk={false}
        autoComplete="off"
        value={values.title}
        error={errorOf('title')}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
    </>
  )
}

/** The names of the fields in the summary of errors. */
function useLabels(values: ExtractorValues): Readonly<Record<string, string>> {
  const t = useText()
  const ofConverters = values.converters.flatMap(({ type }) =>
    CONVERTER_SETTINGS[type].map(({ name, label }) => [
      converterKey(type, name),
      `${t(`extractors.converter.${type}`)}, ${t(label)}`,
    ]),
  )
  return {
    title: t('extractors.title.label'),
    targetField: t('extractors.targetField'),
    conditionValue: t('extractors.condition'),
    ...Object.fromEntries(EXTRACTOR_SETTINGS[values.type].map(({ name, label }) => [settingKey(name), t(label)])),
    ...Object.fromEntries(ofConverters),
  }
}
