import type { LookupTable, LookupTableDraft } from '@logyard/contract/lookup/lookup-tables'
import { validateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { useLiveCheck } from '../../../ui/form/use-live-check.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { NamedFields } from '../form/named-fields.tsx'
import { allAdaptersQuery, allCachesQuery } from '../lookup-queries.ts'
import { adapterKind } from '../parts/adapter-kind.ts'
import { cacheKind } from '../parts/cache-kind.ts'
import { DefaultValueField } from './default-value-field.tsx'
import { NewPartDialog } from './new-part-dialog.tsx'
import { PartSelect } from './part-select.tsx'
import {
  MULTI_TYPES,
  SINGLE_TYPES,
  switchedMulti,
  switchedSingle,
  type TableValues,
  tableProblems,
  tableToSend,
} from './table-values.ts'

interface TableFormProps {
  /** Absent for a new one. */
  readonly table: LookupTable | undefined
  readonly initial: TableValues
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (draft: LookupTableDraft) => void
}

/** Creates or edits a lookup table. A missing cache or data adapter is created in a dialog over it. */
export function TableForm({ table, initial, isSaving, error, onSave }: TableFormProps) {
  const t = useText()
  const [values, setValues] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const [created, setCreated] = useState<'cache' | 'adapter'>()
  useLeaveGuard(JSON.stringify(values) !== JSON.stringify(initial))
  const change = (changes: Partial<TableValues>) => setValues((old) => ({ ...old, ...changes }))
  const draft = tableToSend(values, table)
  const problems = tableProblems(values)
  const isComplete = Object.keys(problems).length === 0
  const refused = useTableValidation(draft, isComplete)
  const told = Object.entries(problems)
    .filter(([key]) => isChecked || key.startsWith('default_'))
    .map(([key, problem]) => [key, t(problem.text)] as const)
  const violations = apiFieldErrors(error)
  const errors = { ...violations, ...refused, ...Object.fromEntries(told) }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isComplete) onSave(draft)
  }
  const { formRef, onSubmit } = useFocusFirstError(submit, errors, isSaving)
  const action = table === undefined ? 'create' : 'update'
  return (
    <>
      <form ref={formRef} onSubmit={onSubmit} noValidate aria-label={t('lookup.form.table')}>
        <Stack gap="md">
          <NamedFields
            values={values}
            errors={errors}
            isNew={table === undefined}
            nameHelp="lookup.name.help"
            onChange={(next) => change({ ...values, ...next })}
          />
          <Parts values={values} errors={errors} onChange={change} onCreate={setCreated} />
          <Defaults values={values} errors={errors} onChange={change} />
          <FormErrors
            errors={isChecked ? errors : {}}
            labels={useLabels()}
            general={
              error === null || violations !== undefined
                ? undefined
                : {
                    title: t(`lookup.toast.table${action === 'create' ? 'Create' : 'Update'}Failed.title`, {
                      name: draft.name,
                    }),
                    text: statusText(error),
                  }
            }
          />
          <Group gap="sm">
            <SaveButton label={t(`lookup.tables.submit.${action}`)} isSaving={isSaving} />
            <LinkButton variant="default" to={routes.lookup.tables()}>
              {t('ui.cancel')}
            </LinkButton>
          </Group>
        </Stack>
      </form>
      {/* Outside of the form: a submit in the dialog must not reach it. */}
      <NewPartDialog
        partKind={cacheKind}
        isOpen={created === 'cache'}
        close={() => setCreated(undefined)}
        onCreated={({ id }) => change({ cacheId: id })}
      />
      <NewPartDialog
        partKind={adapterKind}
        isOpen={created === 'adapter'}
        close={() => setCreated(undefined)}
        onCreated={({ id }) => change({ adapterId: id })}
      />
    </>
  )
}

function useTableValidation(draft: LookupTableDraft, isComplete: boolean): Readonly<Record<string, string>> {
  const t = useText()
  const { errors } = useLiveCheck({
    key: ['table', draft],
    check: isComplete ? (call, signal) => call(validateLookupTable, { body: draft, signal }) : undefined,
    failed: {
      title: t('lookup.toast.tableValidateFailed.title', { name: draft.name }),
      text: (status) => t('lookup.toast.tableValidateFailed', { status }),
    },
  })
  return errors
}

interface PartProps {
  readonly values: TableValues
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<TableValues>) => void
}

function Parts({ values, errors, onChange, onCreate }: PartProps & { onCreate: (kind: 'cache' | 'adapter') => void }) {
  const call = useCall()
  const adapters = useQuery(allAdaptersQuery(call))
  const caches = useQuery(allCachesQuery(call))
  return (
    <>
      <PartSelect
        kind="adapter"
        parts={adapters.data}
        value={values.adapterId}
        error={errors['data_adapter_id']}
        onChange={(adapterId) => onChange({ adapterId })}
        onCreate={() => onCreate('adapter')}
      />
      <PartSelect
        kind="cache"
        parts={caches.data}
        value={values.cacheId}
        error={errors['cache_id']}
        onChange={(cacheId) => onChange({ cacheId })}
        onCreate={() => onCreate('cache')}
      />
    </>
  )
}

function Defaults({ values, errors, onChange }: PartProps) {
  return (
    <>
      <DefaultValueField
        kind="single"
        types={SINGLE_TYPES}
        value={values.single}
        error={errors['default_single_value']}
        onSwitch={(isOn) => onChange({ single: switchedSingle(isOn) })}
        onChange={(single) => onChange({ single })}
      />
      <DefaultValueField
        kind="multi"
        types={MULTI_TYPES}
        value={values.multi}
        error={errors['default_multi_value']}
        onSwitch={(isOn) => onChange({ multi: switchedMulti(isOn) })}
        onChange={(multi) => onChange({ multi })}
      />
    </>
  )
}

function useLabels(): Readonly<Record<string, string>> {
  const t = useText()
  return {
    title: t('lookup.title'),
    description: t('lookup.description'),
    name: t('lookup.name'),
    default_single_value: t('lookup.default.single'),
    default_multi_value: t('lookup.default.multi'),
    data_adapter_id: t('lookup.adapters.one'),
    cache_id: t('lookup.caches.one'),
  }
}
