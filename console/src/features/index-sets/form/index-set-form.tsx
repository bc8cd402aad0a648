import type { IndexSet } from '@logyard/contract/store/index-sets'
import { ANALYZERS, findAnalyzer } from '@logyard/languages/query/analyzers'
import {
  Alert,
  Autocomplete,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import { normalizePeriod } from '../../../ui/time/iso-period.ts'
import { usePeriodText } from '../../../ui/time/use-period-text.ts'
import { useBytes } from '../../../ui/use-bytes.ts'
import { RETENTION_KINDS, ROTATION_KINDS } from '../strategies/strategies.ts'
import { type IndexSetValues, indexSetProblems, indexSetValues, type Strategies } from './index-set-values.ts'

type Form = UseFormReturnType<IndexSetValues>

export interface IndexSetFormProps {
  /** Absent: a new one. */
  readonly indexSet: IndexSet | undefined
  readonly strategies: Strategies
  readonly saveLabel: string
  readonly isSaving: boolean
  readonly error: { readonly title: string; readonly cause: Error } | undefined
  readonly onSave: (values: IndexSetValues) => Promise<unknown>
  readonly cancelTo: string
}

/** Everything about an index set that can be chosen; prefix and analyzer only while it is new. */
export function IndexSetForm(props: IndexSetFormProps) {
  const { indexSet, strategies, saveLabel, isSaving, error, onSave, cancelTo } = props
  const t = useText()
  const isNew = indexSet === undefined
  const form = useForm<IndexSetValues>({
    initialValues: indexSetValues(indexSet, strategies),
    validateInputOnBlur: true,
    validate: (values) =>
      Object.fromEntries(Object.entries(indexSetProblems(values, isNew)).map(([field, id]) => [field, t(id)])),
  })
  useLeaveGuard(form.isDirty())
  const submit = form.onSubmit(
    (values) =>
      onSave(values).then(
        () => form.resetDirty(values),
        (cause: unknown) => form.setErrors(apiFieldErrors(cause) ?? {}),
      ),
    (errors) => {
      const [first] = Object.keys(errors)
      if (first !== undefined) form.getInputNode(first)?.focus()
    },
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t('indexSets.form')}>
      <GeneralSection form={form} isNew={isNew} />
      <StorageSection form={form} />
      {indexSet?.writable === false ? (
        <Alert variant="light" color="gray" icon={<IconLock />} mb="md">
          {t('indexSets.readOnly.text')}
        </Alert>
      ) : (
        <>
          <RotationSection form={form} />
          <RetentionSection form={form} />
        </>
      )}
      <FormErrors
        errors={form.errors}
        labels={useLabels()}
        general={error === undefined ? undefined : { title: error.title, text: statusText(error.cause) }}
      />
      <Group mt="md" mb="lg" gap="sm">
        <SaveButton label={saveLabel} isSaving={isSaving} isDisabled={!isNew && !form.isDirty()} />
        <LinkButton variant="default" to={cancelTo}>
          {t('ui.cancel')}
        </LinkButton>
      </Group>
    </form>
  )
}

function useLabels(): Readonly<Record<keyof IndexSetValues, string>> {
  const t = useText()
  return {
    title: t('indexSets.title'),
    description: t('indexSets.description'),
    index_prefix: t('indexSets.prefix'),
    index_analyzer: t('indexSets.analyzer'),
    shards: t('indexSets.shards'),
    replicas: t('indexSets.replicas'),
    index_optimization_max_num_segments: t('indexSets.segments'),
    index_optimization_disabled: t('indexSets.optimizationDisabled'),
    field_type_refresh_interval: t('indexSets.refreshInterval'),
    rotation: t('indexSets.rotation'),
    max_docs_per_index: t('indexSets.maxDocs'),
    max_size: t('indexSets.maxSize'),
    rotation_period: t('indexSets.period'),
    retention: t('indexSets.retention'),
    max_number_of_indices: t('indexSets.maxIndices'),
  }
}

function GeneralSection({ form, isNew }: { form: Form; isNew: boolean }) {
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

/** Other names are taken as well: scripts and content from elsewhere name languages. */
function AnalyzerInput({ form }: { form: Form }) {
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
      // Whatever is typed: there are few, and each is worth a look.
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

function StorageSection({ form }: { form: Form }) {
  const t = useText()
  const { values } = form
  return (
    <FormSection title={t('indexSets.form.storage')} description={t('indexSets.form.storage.help')}>
      <NumberInput label={t('indexSets.shards')} allowDecimal={false} {...form.getInputProps('shards')} />
      <NumberInput label={t('indexSets.replicas')} allowDecimal={false} {...form.getInputProps('replicas')} />
      <NumberInput
        label={t('indexSets.segments')}
        description={t('indexSets.segments.help')}
        allowDecimal={false}
        {...form.getInputProps('index_optimization_max_num_segments')}
      />
      <Checkbox
        label={t('indexSets.optimizationDisabled')}
        {...form.getInputProps('index_optimization_disabled', { type: 'checkbox' })}
      />
      <DurationInput
        label={t('indexSets.refreshInterval')}
        description={t('indexSets.refreshInterval.help')}
        valueMs={values.field_type_refresh_interval}
        onChange={(next) => form.setFieldValue('field_type_refresh_interval', next)}
        error={textOf(form.errors['field_type_refresh_interval'])}
      />
    </FormSection>
  )
}

const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined)

function RotationSection({ form }: { form: Form }) {
  const t = useText()
  const bytes = useBytes()
  const periodText = usePeriodText()
  const { rotation, max_size: maxSize, rotation_period: period } = form.values
  return (
    <FormSection title={t('indexSets.rotation')} description={t('indexSets.rotation.help')}>
      <NativeSelect
        label={t('indexSets.rotation.strategy')}
        data={ROTATION_KINDS.map((kind) => ({ value: kind, label: t(`indexSets.rotation.${kind}`) }))}
        {...form.getInputProps('rotation')}
      />
      {rotation === 'count' && (
        <NumberInput
          label={t('indexSets.maxDocs')}
          description={t('indexSets.maxDocs.help')}
          thousandSeparator
          allowDecimal={false}
          {...form.getInputProps('max_docs_per_index')}
        />
      )}
      {rotation === 'size' && (
        <NumberInput
          label={t('indexSets.maxSize')}
          description={<span translate="no">{bytes(Number(maxSize))}</span>}
          thousandSeparator
          allowDecimal={false}
          {...form.getInputProps('max_size')}
        />
      )}
      {rotation === 'time' && (
        <TextInput
          label={t('indexSets.period')}
          description={<PeriodHelp words={periodText(normalizePeriod(period))} />}
          {...form.getInputProps('rotation_period')}
        />
      )}
    </FormSection>
  )
}

function PeriodHelp({ words }: { words: string | undefined }) {
  const t = useText()
  return (
    <>
      {words !== undefined && (
        <Text span inherit fw={550} translate="no">
          {words}
          {'. '}
        </Text>
      )}
      {t('indexSets.period.help')}
    </>
  )
}

function RetentionSection({ form }: { form: Form }) {
  const t = useText()
  const { retention } = form.values
  return (
    <FormSection title={t('indexSets.retention')} description={t('indexSets.retention.help')}>
      <NativeSelect
        label={t('indexSets.retention.strategy')}
        data={RETENTION_KINDS.map((kind) => ({ value: kind, label: t(`indexSets.retention.${kind}`) }))}
        {...form.getInputProps('retention')}
      />
      {retention === 'none' ? (
        <Text size="sm" c="dimmed">
          {t('indexSets.retention.notConfigurable')}
        </Text>
      ) : (
        <NumberInput
          label={t('indexSets.maxIndices')}
          description={t(`indexSets.maxIndices.${retention}`)}
          allowDecimal={false}
          {...form.getInputProps('max_number_of_indices')}
        />
      )}
    </FormSection>
  )
}
