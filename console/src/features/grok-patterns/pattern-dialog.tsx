import type { GrokPattern } from '@logyard/contract/grok/grok-patterns'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { grokPatternsQuery } from '../../parsing/grok-patterns-query.ts'
import type { GrokError } from '../../parsing/grok-run/grok-task.ts'
import { GrokPatternField } from '../../parsing/pattern-picker/grok-pattern-field.tsx'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../ui/form/use-entity-form.ts'
import { reasonOf, useSaveGrokPattern } from './grok-pattern-actions.tsx'
import { SampleTest } from './sample-test.tsx'

export function PatternDialog({ dialog }: { dialog: ReturnType<typeof useFormDialog<GrokPattern | undefined>> }) {
  const t = useText()
  const { subject, isOpen, close } = dialog
  const title = t(subject === undefined ? 'grok.create' : 'grok.edit.title')
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      size="xl"
      title={title}
      subject={subject?.name}
      leaveText={t('grok.leave')}
    >
      <PatternForm stored={subject} />
    </FormDialog>
  )
}

function PatternForm({ stored }: { stored: GrokPattern | undefined }) {
  const t = useText()
  const { data: patterns } = useQuery(grokPatternsQuery(useCall()))
  /** Error in the pattern that was tested last. */
  const [problem, setProblem] = useState<GrokError>()
  const save = useSaveGrokPattern(stored)
  const nameProblem = (name: string) => {
    if (!/^\w+$/.test(name)) return t('grok.name.invalid')
    return patterns?.some((other) => other.name === name && other.id !== stored?.id) && t('grok.name.taken')
  }
  const form = useEntityForm({
    isNew: stored === undefined,
    initial: { name: stored?.name ?? '', pattern: stored?.pattern ?? '' },
    labels: { name: t('grok.name'), pattern: t('grok.pattern') },
    problems: ({ name, pattern }) => ({
      name: name === '' ? t('grok.name.required') : nameProblem(name),
      pattern: pattern === '' && t('grok.pattern.required'),
    }),
    save: save.mutateAsync,
  })
  const { values, errors } = form
  const refused = save.isError ? reasonOf(save.error, save.error.message) : undefined
  return (
    <EntityForm form={form}>
      <TextInput
        label={t('grok.name')}
        description={t('grok.name.help')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        translate="no"
        {...form.text('name')}
        error={values.name === '' ? errors['name'] : nameProblem(values.name)}
      />
      <GrokPatternField
        label={t('grok.pattern')}
        isRequired
        value={values.pattern}
        onChange={(pattern) => form.change({ pattern })}
        patterns={patterns}
        error={errors['pattern'] ?? refused}
        problems={problem === undefined ? NONE : [{ severity: 'error', ...problem }]}
      />
      <SampleTest name={values.name} pattern={values.pattern} patterns={patterns} onProblem={setProblem} />
    </EntityForm>
  )
}

const NONE = [] as const
