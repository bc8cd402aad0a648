import { ANALYZERS, findAnalyzer } from '@logyard/languages/query/analyzers'
import { Autocomplete, Text, Textarea, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import type { IndexSetFormState } from './index-set-values.ts'

/** Title and description; prefix and analyzer only for a new index set. */
export function GeneralSection({ form, isNew }: { form: IndexSetFormState; isNew: boolean }) {
  const t = useText()
  return (
    <FormSection title={t('indexSets.form.general')}>
      <TextInput label={t('indexSets.title')} required autoComplete="off" {...form.getInputProps('title')} />
      <Textarea
        label={t('indexSets.description')}
        required
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      {isNew && (
        <>
          <TextInput
            label={t('indexSets.prefix')}
            description={t('indexSets.prefix.help')}
            required
            autoComplete="off"
            {...form.getInputProps('index_prefix')}
          />
          <AnalyzerInput form={form} />
        </>
      )}
    </FormSection>
  )
}

/** Other names are accepted too: scripts and imported content use names of languages. */
function AnalyzerInput({ form }: { form: IndexSetFormState }) {
  const t = useText()
  return (
    <Autocomplete
      label={t('indexSets.analyzer')}
      description={t('indexSets.analyzer.help')}
      required
      autoComplete="off"
      attributes={{ dropdown: { translate: 'no' } }}
      data={[...ANALYZERS]}
      maxDropdownHeight={340}
      // Lists all of them whatever is typed: there are only a few.
      filter={({ options }) => options}
      renderOption={({ option: { value } }) => (
        <div>
          <Text size="sm">{value}</Text>
          <Text size="xs" c="dimmed" translate="yes">
            {t(`indexSets.analyzer.${findAnalyzer(value)}`)}
          </Text>
        </div>
      )}
      {...form.getInputProps('index_analyzer')}
    />
  )
}
