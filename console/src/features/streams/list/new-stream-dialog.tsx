/** Creates a stream with its rules, and starts it. */
import type { IndexSet } from '@logyard/contract/store/index-sets'
import type { MatchingType } from '@logyard/contract/streams/streams'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FirstField } from '../../../ui/form/first-field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { isUntouched, ruleDraft, ruleProblems } from '../rules/rule-draft.ts'
import { emptyRow, type RuleRow, RuleRows } from '../rules/rule-rows.tsx'
import { useCreateStream, useStartStream } from '../stream-actions.tsx'
import { indexSetsOfStreamsQuery } from '../stream-queries.ts'
import { RoutingFields, type StreamValues, trimmed, useStreamChecks } from './stream-fields.tsx'

export interface NewStream {
  readonly id: string
  readonly title: string
}

interface NewStreamDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (stream: NewStream) => void
}

export function NewStreamDialog({ isOpen, onClose, onCreated }: NewStreamDialogProps) {
  const t = useText()
  const indexSets = useQuery({ ...indexSetsOfStreamsQuery(useCall()), enabled: isOpen })
  return (
    <FormDialog isOpen={isOpen} close={onClose} title={t('streams.new')} leaveText={t('streams.new.leave')}>
      <Loaded query={indexSets} lines={4}>
        {(sets) => <NewStreamForm indexSets={sets.filter(({ writable }) => writable)} onCreated={onCreated} />}
      </Loaded>
    </FormDialog>
  )
}

interface NewStreamValues extends StreamValues {
  readonly rows: readonly RuleRow[]
  readonly matching_type: MatchingType
}

interface NewStreamFormProps extends Pick<NewStreamDialogProps, 'onCreated'> {
  readonly indexSets: readonly IndexSet[]
}

function NewStreamForm({ indexSets, onCreated }: NewStreamFormProps) {
  const t = useText()
  const checks = useStreamChecks(indexSets)
  const create = useCreateStream()
  const start = useStartStream()
  const isStarted = useRef(true)
  const form = useEntityForm<NewStreamValues, NewStream>({
    ...checks,
    isNew: true,
    initial: {
      title: '',
      description: '',
      index_set_id: indexSets.find((set) => set.default)?.id ?? '',
      remove_matches_from_default_stream: false,
      rows: [emptyRow(0)],
      matching_type: 'AND',
    },
    problems: (values) => {
      const [wrong] = givenRules(values).flatMap((row) => Object.values(ruleProblems(row)))
      return { ...checks.problems(values), rules: wrong !== undefined && t(wrong) }
    },
    async save(values) {
      const starts = isStarted.current
      const { rows: _, ...draft } = trimmed(values)
      const { stream_id: id } = await create.mutateAsync({ ...draft, rules: givenRules(values).map(ruleDraft) })
      if (starts) start.mutate(id)
      return { id, title: draft.title }
    },
    onSaved: onCreated,
  })
  function createStopped(button: HTMLButtonElement) {
    // The form is submitted, and `save` called, before `requestSubmit` returns.
    isStarted.current = false
    button.form?.requestSubmit()
    isStarted.current = true
  }
  return (
    <EntityForm
      form={form}
      saveLabel={t('streams.new.createAndStart')}
      actions={
        <Button variant="default" disabled={form.isSaving} onClick={(event) => createStopped(event.currentTarget)}>
          {t('streams.new.create')}
        </Button>
      }
    >
      <FirstField label={t('streams.form.title')} required autoComplete="off" {...form.text('title')} />
      <RuleRows
        rows={form.values.rows}
        matchingType={form.values.matching_type}
        showsErrors={form.isTried}
        onRows={(rows) => form.change({ rows })}
        onMatchingType={(type) => form.change({ matching_type: type })}
      />
      <RoutingFields form={form} indexSets={indexSets} />
      <TextInput label={t('streams.form.description.optional')} {...form.text('description')} />
    </EntityForm>
  )
}

const givenRules = ({ rows }: NewStreamValues) => rows.filter((row) => !isUntouched(row))
