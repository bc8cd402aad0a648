/** The form of a new or edited extractor. What it would do is shown beside it while the user types. */
import { CORE_FIELDS, isInternalName, UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { Group, Radio, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { GrokError } from '../../../parsing/grok-run/grok-task.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import type { EntityForm as Form } from '../../../ui/form/use-entity-form.ts'
import { CONVERTER_SETTINGS, EXTRACTOR_SETTINGS, namesItsFields } from '../model/extractor-settings.ts'
import { converterKey, type ExtractorValues, settingKey } from '../model/extractor-values.ts'
import type { Trials } from '../preview/use-try.ts'
import { ConditionFields } from './condition-fields.tsx'
import { ConverterFields } from './converter-fields.tsx'
import { GrokProblem, SettingFields } from './setting-fields.tsx'

interface PartProps {
  readonly form: Form<ExtractorValues>
}

interface ExtractorFormProps extends PartProps {
  readonly trials: Trials
  readonly grokProblem: GrokError | undefined
  readonly cancelTo: string
  /** What the extractor would do, where the screen has no room beside the form. */
  readonly preview: ReactNode
}

export function ExtractorForm({ form, trials, grokProblem, cancelTo, preview }: ExtractorFormProps) {
  const t = useText()
  return (
    <EntityForm form={form} label={t('extractors.form')} cancelTo={cancelTo}>
      <GrokProblem value={grokProblem}>
        <Configuration form={form} />
      </GrokProblem>
      {preview}
      <FormSection title={t('extractors.condition')}>
        <ConditionFields form={form} trial={trials.condition} />
      </FormSection>
      <FormSection title={t('extractors.section.result')}>
        <Target form={form} />
      </FormSection>
      <FormSection title={t('extractors.converters')}>
        <ConverterFields form={form} />
      </FormSection>
    </EntityForm>
  )
}

function Configuration({ form }: PartProps) {
  const t = useText()
  const { type, sourceField } = form.values
  const settings = EXTRACTOR_SETTINGS[type]
  return (
    <FormSection title={t('extractors.section.configuration')}>
      <DefinitionList
        items={[
          { label: t('extractors.type'), value: <span>{t(`extractors.type.${type}`)}</span> },
          { label: t('extractors.sourceField'), value: sourceField },
        ]}
      />
      {settings.length === 0 && <Dimmed>{t('extractors.copyInput.note')}</Dimmed>}
      <SettingFields settings={settings} {...form.group('settings')} />
    </FormSection>
  )
}

const NOT_IN_NAMES = /\W/g

/** Nothing is cut from these fields. */
const isReserved = (name: string) => CORE_FIELDS.has(name) || UNSETTABLE_FIELDS.has(name) || isInternalName(name)

function Target({ form }: PartProps) {
  const t = useText()
  const { type, sourceField, strategy } = form.values
  const cannotCut = isReserved(sourceField)
  return (
    <>
      {!namesItsFields(type) && (
        <TextInput
          label={t('extractors.targetField')}
          description={t('extractors.targetField.help')}
          required
          autoComplete="off"
          spellCheck={false}
          {...form.text('targetField')}
          onChange={({ currentTarget }) =>
            form.change({ targetField: currentTarget.value.replaceAll(NOT_IN_NAMES, '') })
          }
        />
      )}
      <Radio.Group
        label={t('extractors.strategy')}
        description={t(cannotCut ? 'extractors.strategy.standardField' : 'extractors.strategy.help')}
        value={strategy}
        onChange={(next) => form.change({ strategy: next })}
      >
        <Group gap="lg" mt={4} mb={4}>
          <Radio value="copy" label={t('extractors.strategy.copy')} />
          <Radio value="cut" label={t('extractors.strategy.cut')} />
        </Group>
      </Radio.Group>
      <TextInput label={t('extractors.title.label')} required autoComplete="off" {...form.text('title')} />
    </>
  )
}

/** The names of the fields in the summary of errors. */
export function extractorLabels(
  values: ExtractorValues,
  t: ReturnType<typeof useText>,
): Readonly<Record<string, string>> {
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
