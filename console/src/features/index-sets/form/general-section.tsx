import type { IndexSet } from '@logyard/contract/store/index-sets'
import { ANALYZERS, findAnalyzer } from '@logyard/languages/query/analyzers'
import { Autocomplete, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import type { IndexSetFormState } from './index-set-values.ts'
import { KeepField } from './keep-field.tsx'

/** The title, how long messages are kept, and for a new index set its prefix, which follows the title until edited. */
export function GeneralSection({
  form,
  indexSet,
  hasColdStorage,
}: {
  form: IndexSetFormState
  indexSet: IndexSet | undefined
  hasColdStorage: boolean
}) {
  const t = useText()
  const [hasOwnPrefix, setHasOwnPrefix] = useState(false)
  const followsTitle = indexSet === undefined && !hasOwnPrefix
  return (
    <FormSection title={t('indexSets.form.general')}>
      <TextInput
        label={t('indexSets.title')}
        required
        autoComplete="off"
        {...form.text('title')}
        onChange={({ currentTarget: { value } }) =>
          form.change({ title: value, ...(followsTitle ? { index_prefix: prefixOf(value) } : {}) })
        }
      />
      {indexSet?.writable !== false && <KeepField form={form} indexSet={indexSet} />}
      {indexSet?.writable !== false && (hasColdStorage || form.values.cold_after_days !== '') && (
        <TextInput
          label={t('ui.optional', { label: t('indexSets.coldAfter') })}
          description={t('indexSets.coldAfter.help')}
          rightSection={<Dimmed>{t('indexSets.coldAfter.days')}</Dimmed>}
          rightSectionWidth={56}
          inputMode="numeric"
          autoComplete="off"
          maw={320}
          {...form.text('cold_after_days')}
        />
      )}
      {indexSet === undefined && (
        <TextInput
          label={t('indexSets.prefix')}
          description={t('indexSets.prefix.help')}
          required
          autoComplete="off"
          {...form.text('index_prefix')}
          onChange={(event) => {
            setHasOwnPrefix(true)
            form.change({ index_prefix: event.currentTarget.value })
          }}
        />
      )}
      <TextInput
        label={t('ui.optional', { label: t('indexSets.description') })}
        autoComplete="off"
        {...form.text('description')}
      />
    </FormSection>
  )
}

const prefixOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

/** Other names are accepted too: scripts and imported content use names of languages. */
export function AnalyzerInput({ form }: { form: IndexSetFormState }) {
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
      {...form.choice('index_analyzer')}
    />
  )
}
