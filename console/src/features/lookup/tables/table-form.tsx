import { type LookupTable, validateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { useQuery } from '@tanstack/react-query'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { problemTexts } from '../../../ui/fields/field-texts.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { NamedFields } from '../form/named-fields.tsx'
import { allAdaptersQuery, allCachesQuery } from '../lookup-queries.ts'
import { adapterKind } from '../parts/adapter-kind.ts'
import { cacheKind } from '../parts/cache-kind.ts'
import { NewPart } from '../parts/new-part.tsx'
import type { PartKind } from '../parts/part-kind.ts'
import { DefaultValueField } from './default-value-field.tsx'
import { PartSelect } from './part-select.tsx'
import { useSaveTable } from './table-actions.ts'
import {
  MULTI_TYPES,
  NEW_TABLE,
  SINGLE_TYPES,
  switchedMulti,
  switchedSingle,
  tableProblems,
  tableToSend,
  tableValues,
} from './table-values.ts'

/** Creates or edits a lookup table. A missing cache or data adapter is created in a dialog over it. */
export function TableForm({ table }: { readonly table?: LookupTable }) {
  const t = useText()
  const go = useGo()
  const call = useCall()
  const { subject: partKind = cacheKind, open: create, ...dialog } = useFormDialog<PartKind>()
  const save = useSaveTable(table?.id)
  const back = routes.lookup.tables()
  const form = useEntityForm({
    isNew: table === undefined,
    initial: table === undefined ? NEW_TABLE : tableValues(table),
    labels: {
      title: t('lookup.title'),
      description: t('lookup.description'),
      name: t('lookup.name'),
      default_single_value: t('lookup.default.single'),
      default_multi_value: t('lookup.default.multi'),
      data_adapter_id: t('lookup.adapters.one'),
      cache_id: t('lookup.caches.one'),
    },
    problems: (values) => problemTexts(tableProblems(values), t),
    check: {
      key: ['table', table?.id],
      run: (call, values, signal) => call(validateLookupTable, { body: tableToSend(values, table), signal }),
      failed: {
        title: ({ name }) => t('lookup.toast.tableValidateFailed.title', { name: name.trim() }),
        text: (status) => t('lookup.toast.tableValidateFailed', { status }),
      },
    },
    save: (values) => save.mutateAsync(tableToSend(values, table)),
    failedTitle: ({ name }) =>
      t(`lookup.toast.table${table === undefined ? 'Create' : 'Update'}.failed.title`, { name: name.trim() }),
    onSaved: () => go(back, { isSaved: true }),
  })
  return (
    <>
      <EntityForm form={form} label={t('lookup.form.table')} cancelTo={back}>
        <NamedFields {...form.group()} isNew={form.isNew} nameHelp="lookup.name.help" />
        <PartSelect
          kind="adapter"
          parts={useQuery(allAdaptersQuery(call)).data}
          {...form.choice('data_adapter_id')}
          onCreate={() => create(adapterKind)}
        />
        <PartSelect
          kind="cache"
          parts={useQuery(allCachesQuery(call)).data}
          {...form.choice('cache_id')}
          onCreate={() => create(cacheKind)}
        />
        <DefaultValueField
          kind="single"
          types={SINGLE_TYPES}
          switched={switchedSingle}
          {...form.choice('default_single_value')}
        />
        <DefaultValueField
          kind="multi"
          types={MULTI_TYPES}
          switched={switchedMulti}
          {...form.choice('default_multi_value')}
        />
      </EntityForm>
      <FormDialog
        {...dialog}
        size="xl"
        title={t(`lookup.${partKind.plural}.create`)}
        leaveText={t('lookup.leave.text')}
      >
        <NewPart
          partKind={partKind}
          onCreated={({ id }) => form.change(partKind.kind === 'cache' ? { cache_id: id } : { data_adapter_id: id })}
        />
      </FormDialog>
    </>
  )
}
