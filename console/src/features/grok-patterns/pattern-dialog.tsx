import type { GrokPattern } from '@logyard/contract/grok/grok-patterns'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEventHandler, useEffect, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { grokPatternsQuery } from '../../parsing/grok-patterns-query.ts'
import type { GrokError } from '../../parsing/grok-run/grok-task.ts'
import { GrokPatternField } from '../../parsing/pattern-picker/grok-pattern-field.tsx'
import { type DialogForm, FormDialog, type useFormDialog } from '../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../ui/form/save-button.tsx'
import { reasonOf, useSaveGrokPattern } from './grok-pattern-actions.ts'
import { SampleTest } from './sample-test.tsx'

export function PatternDialog({ dialog }: { dialog: ReturnType<typeof useFormDialog<GrokPattern | undefined>> }) {
  const t = useText()
  const { subject } = dialog
  return (
    <FormDialog
      isOpen={dialog.isOpen}
      close={dialog.close}
      size="xl"
      title={
        subject === undefined ? (
          t('grok.create')
        ) : (
          <>
            {t('grok.edit.title')} <span translate="no">{subject.name}</span>
          </>
        )
      }
      leaveText={t('grok.leave')}
    >
      {(form) => <PatternForm key={subject?.id} stored={subject} form={form} />}
    </FormDialog>
  )
}

function PatternForm({ stored, form }: { stored: GrokPattern | undefined; form: DialogForm }) {
  const t = useText()
  const { data: patterns } = useQuery(grokPatternsQuery(useCall()))
  const [name, setName] = useState(stored?.name ?? '')
  const [pattern, setPattern] = useState(stored?.pattern ?? '')
  const [isTried, setIsTried] = useState(false)
  /** Of the pattern that it was found in. */
  const [problem, setProblem] = useState<GrokError>()
  const save = useSaveGrokPattern(stored)
  const isDirty = name !== (stored?.name ?? '') || pattern !== (stored?.pattern ?? '')
  useEffect(() => form.onDirty(isDirty), [form.onDirty, isDirty])

  const nameError = () => {
    if (name === '') return isTried ? t('grok.name.required') : undefined
    if (!/^\w+$/.test(name)) return t('grok.name.invalid')
    return patterns?.some((other) => other.name === name && other.id !== stored?.id) ? t('grok.name.taken') : undefined
  }
  const wrongName = nameError()
  const wrongPattern = isTried && pattern === '' ? t('grok.pattern.required') : undefined
  const refused = save.isError ? reasonOf(save.error, save.error.message) : undefined
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    setIsTried(true)
    if (name === '' || pattern === '' || wrongName !== undefined) return
    save.mutate({ name, pattern }, { onSuccess: form.onSaved })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('grok.name')}
          description={t('grok.name.help')}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          translate="no"
          value={name}
          error={wrongName}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <GrokPatternField
          label={t('grok.pattern')}
          isRequired
          value={pattern}
          onChange={setPattern}
          patterns={patterns}
          error={wrongPattern ?? (save.isError ? refused : undefined)}
          problems={problem === undefined ? NONE : [{ severity: 'error', ...problem }]}
        />
        <SampleTest name={name} pattern={pattern} patterns={patterns} onProblem={setProblem} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={form.onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t('grok.save')} isSaving={save.isPending} />
        </Group>
      </Stack>
    </form>
  )
}

const NONE = [] as const
