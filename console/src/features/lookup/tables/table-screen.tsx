import { queryLookupTable, updateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { IconEdit } from '@tabler/icons-react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ProblemAlert } from '../live/problem-alert.tsx'
import { useErrorStates } from '../live/use-error-states.ts'
import type { TableRow } from '../lookup-queries.ts'
import type { Part } from '../parts/part-kind.ts'
import { TestLookup } from '../test-lookup.tsx'
import { PurgeCache } from './purge-cache.tsx'
import { WithTable } from './table-page.tsx'
import { UseTable } from './use-table.tsx'

export function TableScreen() {
  const { id } = useRouteParams(routes.lookup.table)
  return <WithTable name={id}>{(table) => <TablePage key={table.id} table={table} />}</WithTable>
}

function TablePage({ table }: { table: TableRow }) {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const { name } = table
  const errors = useErrorStates({ tables: [name] })
  return (
    <Page
      title={t('lookup.tables.one')}
      subject={table.title}
      description={<span translate="no">{table.description}</span>}
      action={
        may(updateLookupTable, { 'body id': table.id }) && (
          <LinkButton variant="default" to={routes.lookup.tableEdit(name)} leftSection={<IconEdit size={16} />}>
            {t('lookup.edit')}
          </LinkButton>
        )
      }
    >
      <ProblemAlert kind="table" problem={errors?.tables[name]} isOff={errors?.off.tables.includes(name)} />
      <FormSection title={t('lookup.configuration')}>
        <Facts table={table} />
      </FormSection>
      <TestLookup
        help={t('lookup.test.help.table')}
        lookUp={(key) => call(queryLookupTable, { params: { name }, query: { key } })}
        failed={(key) => t('lookup.toast.tableLookupFailed.title', { key, name })}
      />
      <UseTable table={table} />
      <PurgeCache table={table} />
    </Page>
  )
}

function Facts({ table }: { table: TableRow }) {
  const t = useText()
  const facts: Definition[] = [
    { label: t('lookup.name'), value: table.name },
    {
      label: t('lookup.adapters.one'),
      value: <PartFact part={table.adapter} to={routes.lookup.dataAdapter} />,
    },
    { label: t('lookup.caches.one'), value: <PartFact part={table.cache} to={routes.lookup.cache} /> },
  ]
  if (table.default_single_value_type !== 'NULL') {
    facts.push({
      label: t('lookup.default.single'),
      value: <DefaultValue value={table.default_single_value} type={table.default_single_value_type} />,
    })
  }
  if (table.default_multi_value_type !== 'NULL') {
    facts.push({
      label: t('lookup.default.multi'),
      value: <DefaultValue value={table.default_multi_value} type={table.default_multi_value_type} />,
    })
  }
  return <DefinitionList items={facts} />
}

function DefaultValue({ value, type }: { value: string; type: TableRow['default_single_value_type'] }) {
  const t = useText()
  return (
    <span>
      <code translate="no">{value === '' ? '""' : value}</code> ({t(`lookup.default.${type}`)})
    </span>
  )
}

function PartFact({ part, to }: { part: Part | undefined; to: (name: string) => string }) {
  const t = useText()
  if (part === undefined) return <span>{t('lookup.missing')}</span>
  return (
    <AppLink to={to(part.name)} translate="no">
      {part.title}
    </AppLink>
  )
}
