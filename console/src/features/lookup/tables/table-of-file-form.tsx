import { validateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { createTableOfFile } from '@logyard/contract/lookup/tables-of-files'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'
import { allFieldsQuery } from '../../../query/fields/field-queries.ts'
import { useAction } from '../../../ui/action/use-action.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { type CsvValues, NO_CSV, titleOfFile } from '../csv/csv-file.ts'
import { CsvSource } from '../csv/csv-source.tsx'
import { nameOfTitle } from '../form/name-of-title.ts'
import { NamedFields } from '../form/named-fields.tsx'
import { fieldOfName } from './field-of-name.ts'
import { NEW_TABLE, tableToSend } from './table-values.ts'

const NEW = { file: NO_CSV, title: '', description: '', name: '' }
type Values = typeof NEW
/** Only the name is checked: the cache and the data adapter do not exist yet. */
const NOT_YET = { cache_id: 'new', data_adapter_id: 'new' }

const namedOf = ({ title, description, name }: Values) => ({
  title: title.trim(),
  description: description.trim(),
  name: name.trim(),
})

/** Creates a lookup table of a CSV file, with its data adapter and cache. */
export function TableOfFileForm() {
  const t = useText()
  const go = useGo()
  const fields = useQuery(allFieldsQuery(useCall())).data ?? []
  // The fields of the name start again for each file.
  const [files, setFiles] = useState(0)
  const create = useCreateTable()
  const form = useEntityForm({
    isNew: true,
    initial: NEW,
    labels: {
      csv: t('lookup.file'),
      value_columns: t('lookup.file.values'),
      title: t('lookup.title'),
      name: t('lookup.name'),
    },
    problems: ({ file, title, name }) => {
      const required = t('lookup.problem.required')
      return {
        csv: file.csv.trim() === '' && required,
        value_columns: file.csv.trim() !== '' && file.value_columns.length === 0 && required,
        title: title.trim() === '' && required,
        name: name.trim() === '' && required,
      }
    },
    check: {
      key: ['table-of-file'],
      run: (call, values, signal) =>
        call(validateLookupTable, {
          body: { ...tableToSend({ ...NEW_TABLE, ...NOT_YET }, undefined), ...namedOf(values) },
          signal,
        }),
      failed: {
        title: ({ name }) => t('lookup.toast.tableValidateFailed.title', { name: name.trim() }),
        text: (status) => t('lookup.toast.tableValidateFailed', { status }),
      },
    },
    save: create.mutateAsync,
    failedTitle: ({ name }) => t('lookup.toast.tableCreate.failed.title', { name: name.trim() }),
    onSaved: ({ lookup_table: { name } }, { file }) => {
      const isField = fields.some((field) => field.name === file.key_column)
      const link = routes.lookup.table(name, {
        field: isField ? file.key_column : undefined,
        new_field: fieldOfName(file.value_columns[0] ?? name),
      })
      go(link, { isSaved: true })
    },
  })
  const take = (file: CsvValues) => {
    const { title, name } = form.values
    const proposed = titleOfFile(form.values.file.file_name)
    const isNamed = title !== proposed || name !== nameOfTitle(proposed)
    const hasOtherName = file.file_name !== '' && file.file_name !== form.values.file.file_name
    if (isNamed || !hasOtherName) return form.change({ file })
    const next = titleOfFile(file.file_name)
    form.change({ file, title: next, name: nameOfTitle(next) })
    setFiles(files + 1)
  }
  return (
    <EntityForm form={form} label={t('lookup.form.table')} cancelTo={routes.lookup.tables()}>
      <CsvSource
        value={form.values.file}
        errors={{ csv: form.errors['csv'], value_columns: form.errors['value_columns'] }}
        onChange={take}
      />
      <NamedFields key={files} {...form.group()} isNew nameHelp="lookup.name.help" />
    </EntityForm>
  )
}

const useCreateTable = () =>
  useAction({
    run: (call, values: Values) => {
      const { csv, separator, key_column, value_columns } = values.file
      const body = { ...namedOf(values), csv, separator, key_column, value_columns: [...value_columns] }
      return call(createTableOfFile, { body })
    },
    texts: 'lookup.toast.tableCreate',
    values: ({ name }) => ({ name: name.trim() }),
    changes: [LOOKUP_KEY],
    // The form shows which lines are invalid.
    isShown: () => true,
  })
