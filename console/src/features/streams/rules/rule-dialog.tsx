import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import { Alert, Autocomplete, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { type EntityForm as Form, useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { InputField } from './input-field.tsx'
import { MatchCount } from './match-count.tsx'
import { useSaveRule } from './rule-actions.tsx'
import { useFieldNames } from './rule-completion.ts'
import {
  isComplete,
  type RuleValues,
  ruleDraft,
  ruleOf,
  ruleProblems,
  ruleTypes,
  ruleValues,
  takesField,
  takesInput,
  takesInverted,
  takesValue,
} from './rule-draft.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { ValueInput } from './value-input.tsx'

export interface EditedRule {
  readonly streamId: string
  /** Absent for a new rule. */
  readonly rule: StreamRule | undefined
}

interface RuleDialogProps {
  readonly dialog: ReturnType<typeof useFormDialog<EditedRule>>
  /** Suggestions for the field. */
  readonly fieldNames?: readonly string[]
}

/** Creates or edits one rule, and describes it in a sentence. */
export function RuleDialog({ dialog: { subject, isOpen, close }, fieldNames = [] }: RuleDialogProps) {
  const t = useText()
  if (subject === undefined) return null
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={t(subject.rule === undefined ? 'streams.rule.new' : 'streams.rule.edit')}
    >
      <RuleForm {...subject} fieldNames={fieldNames} />
    </FormDialog>
  )
}

function RuleForm({ streamId, rule, fieldNames }: EditedRule & Required<Pick<RuleDialogProps, 'fieldNames'>>) {
  const t = useText()
  const save = useSaveRule(streamId, rule)
  const form = useEntityForm({
    isNew: rule === undefined,
    initial: ruleValues(rule),
    labels: { field: t('streams.rule.field'), value: t('streams.rule.value'), type: t('streams.rule.type') },
    problems: (values) => {
      const { field, value } = ruleProblems(values)
      return { field: field !== undefined && t(field), value: value !== undefined && t(value) }
    },
    save: (values) => save.mutateAsync(ruleDraft(values)),
    failedTitle: t('streams.rule.notSaved'),
  })
  return (
    <EntityForm form={form}>
      <ConditionFields form={form} fieldNames={fieldNames} />
      <TextInput
        label={t('streams.rule.description')}
        description={t('streams.rule.description.help')}
        {...form.text('description')}
      />
      <Alert color="gray" title={t('streams.rule.result')} role="status">
        <Text component="div" size="sm">
          <RuleSentence rule={form.values} />
        </Text>
        <MatchCount rules={[form.values].filter(isComplete).map(ruleDraft)} matchingType="AND" />
      </Alert>
    </EntityForm>
  )
}

interface ConditionFieldsProps {
  readonly form: Form<RuleValues>
  readonly fieldNames: readonly string[]
}

/** The rule's type, and the fields that a rule of this type has. */
function ConditionFields({ form, fieldNames }: ConditionFieldsProps) {
  const t = useText()
  const { type, field } = form.values
  const known = useFieldNames(fieldNames)
  const changeType = (text: string) => {
    const { type: next } = ruleOf(text)
    // Clears the value: an input id makes no sense as a text to compare, and vice versa.
    form.change({ type: next, ...(takesInput(next) === takesInput(type) ? {} : { value: '' }) })
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
          {...form.choice('field')}
        />
      )}
      <NativeSelect
        label={t('streams.rule.type')}
        description={t(`streams.rule.help.${type}`)}
        data={ruleTypes.map((value) => ({ value: String(value), label: t(`streams.rule.type.${value}`) }))}
        value={String(type)}
        onChange={(event) => changeType(event.currentTarget.value)}
      />
      {takesInput(type) && <InputField {...form.choice('value')} />}
      {takesValue(type) && !takesInput(type) && (
        <ValueInput field={field} label={t('streams.rule.value')} required {...form.choice('value')} />
      )}
      {takesInverted(type) && (
        <Checkbox
          label={t('streams.rule.inverted')}
          description={t('streams.rule.inverted.help')}
          {...form.flag('inverted')}
        />
      )}
    </>
  )
}
