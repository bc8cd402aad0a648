import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import {
  Alert,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { InputField } from './input-field.tsx'
import { MatchCount } from './match-count.tsx'
import { useFieldNames } from './rule-completion.ts'
import {
  isComplete,
  isRuleType,
  type RuleValues,
  ruleDraft,
  ruleTypes,
  ruleValues,
  takesField,
  takesInput,
  takesInverted,
  takesValue,
} from './rule-draft.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { useSaveRule } from './stream-rule-actions.ts'
import { ValueInput } from './value-input.tsx'

export interface RuleDialogProps {
  readonly streamId: string
  /** Absent for a new rule. */
  readonly rule: StreamRule | undefined
  /** Suggestions for the field. */
  readonly fieldNames: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates or edits one rule, and describes it in a sentence. */
export function RuleDialog({ isOpen, onClose, ...form }: RuleDialogProps) {
  const t = useText()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={t(form.rule === undefined ? 'streams.rule.new' : 'streams.rule.edit')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <RuleForm {...form} onClose={onClose} />
    </Modal>
  )
}

function RuleForm({ streamId, rule, fieldNames, onClose }: Omit<RuleDialogProps, 'isOpen'>) {
  const t = useText()
  const { form, save, submit } = useRuleForm(streamId, rule, onClose)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ConditionFields form={form} fieldNames={fieldNames} />
        <TextInput
          label={t('streams.rule.description')}
          description={t('streams.rule.description.help')}
          {...form.getInputProps('description')}
        />
        <Alert variant="light" color="gray" title={t('streams.rule.result')} role="status">
          <Text component="div" size="sm">
            <RuleSentence rule={form.values} />
          </Text>
          <MatchCount rules={[form.values].filter(isComplete).map(ruleDraft)} matchingType="AND" />
        </Alert>
        <FormErrors
          errors={form.errors}
          labels={{ field: t('streams.rule.field'), value: t('streams.rule.value'), type: t('streams.rule.type') }}
          general={
            save.error === null ? undefined : { title: t('streams.rule.notSaved'), text: statusText(save.error) }
          }
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <SaveButton
            label={t(rule === undefined ? 'streams.rule.create' : 'streams.rule.update')}
            isSaving={save.isPending}
          />
        </Group>
      </Stack>
    </form>
  )
}

function useRuleForm(streamId: string, rule: StreamRule | undefined, onSaved: () => void) {
  const t = useText()
  const save = useSaveRule()
  const form = useForm<RuleValues>({
    initialValues: ruleValues(rule),
    validate: ({ type, field, value }) => ({
      ...(takesField(type) && field.trim() === '' ? { field: t('streams.rule.error.field') } : {}),
      ...(takesInput(type) && value === '' ? { value: t('streams.rule.error.input') } : {}),
      ...(takesValue(type) && !takesInput(type) && value === '' ? { value: t('streams.rule.error.value') } : {}),
    }),
  })
  const submit = form.onSubmit((values) =>
    save.mutateAsync({ streamId, rule, draft: ruleDraft(values) }).then(onSaved, (cause: unknown) => {
      form.setErrors(apiFieldErrors(cause) ?? {})
    }),
  )
  return { form, save, submit }
}

interface ConditionFieldsProps {
  readonly form: UseFormReturnType<RuleValues>
  readonly fieldNames: readonly string[]
}

/** The rule's type, and the fields that a rule of this type has. */
function ConditionFields({ form, fieldNames }: ConditionFieldsProps) {
  const t = useText()
  const { type } = form.values
  const known = useFieldNames(fieldNames)
  const changeType = (next: number) => {
    if (!isRuleType(next)) return
    // Clears the value: an input id makes no sense as a text to compare, and vice versa.
    if (takesInput(next) !== takesInput(type)) form.setFieldValue('value', '')
    form.setFieldValue('type', next)
  }
  return (
    <>
      {takesField(type) && (
        <Autocomplete
          label={t('streams.rule.field')}
          required
          data-autofocus
          openOnFocus={false}
          autoComplete="off"
          attributes={{ dropdown: { translate: 'no' } }}
          data={[...known]}
          {...form.getInputProps('field')}
        />
      )}
      <NativeSelect
        label={t('streams.rule.type')}
        description={t(`streams.rule.help.${type}`)}
        data={ruleTypes.map((value) => ({ value: String(value), label: t(`streams.rule.type.${value}`) }))}
        value={String(type)}
        onChange={(event) => changeType(Number(event.currentTarget.value))}
      />
      {takesInput(type) && <InputField {...form.getInputProps('value')} />}
      {takesValue(type) && !takesInput(type) && (
        <ValueInput
          field={form.values.field}
          label={t('streams.rule.value')}
          required
          {...form.getInputProps('value')}
        />
      )}
      {takesInverted(type) && (
        <Checkbox
          label={t('streams.rule.inverted')}
          description={t('streams.rule.inverted.help')}
          {...form.getInputProps('inverted', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
