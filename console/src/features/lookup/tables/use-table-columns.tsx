import type { ErrorStates } from '@logyard/contract/lookup/lookup-errors'
import { Text } from '@mantine/core'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { ProblemMark } from '../live/problem-mark.tsx'
import classes from '../lookup.module.css'
import type { TableRow } from '../lookup-queries.ts'
import { LookupTitle } from '../lookup-title.tsx'
import type { Part } from '../parts/part-kind.ts'

export function useTableColumns(errors: ErrorStates | undefined): readonly Column<TableRow>[] {
  const t = useText()
  return [
    {
      id: 'title',
      header: t('lookup.title'),
      sortKey: 'title',
      isTitle: true,
      cell: (table) => (
        <LookupTitle
          to={routes.lookup.table(table.name)}
          title={table.title}
          contentPack={table.content_pack}
          problem={<ProblemMark kind="table" name={table.title} problem={errors?.tables[table.name]} />}
        />
      ),
    },
    {
      id: 'description',
      header: t('lookup.description'),
      sortKey: 'description',
      isWide: true,
      cell: ({ description }) => (description === '' ? null : <span translate="no">{description}</span>),
    },
    {
      id: 'name',
      header: t('lookup.name'),
      sortKey: 'name',
      cell: ({ name }) => (
        <Text span inherit ff="monospace" fz="xs" translate="no">
          {name}
        </Text>
      ),
    },
    {
      id: 'cache',
      header: t('lookup.caches.one'),
      cell: ({ cache }) => (
        <PartLink part={cache} kind="cache" to={routes.lookup.cache} problem={errors?.caches[cache?.name ?? '']} />
      ),
    },
    {
      id: 'adapter',
      header: t('lookup.adapters.one'),
      cell: ({ adapter }) => (
        <PartLink
          part={adapter}
          kind="adapter"
          to={routes.lookup.dataAdapter}
          problem={errors?.data_adapters[adapter?.name ?? '']}
        />
      ),
    },
  ]
}

interface PartLinkProps {
  readonly part: Part | undefined
  readonly kind: 'cache' | 'adapter'
  readonly to: (name: string) => string
  readonly problem: string | null | undefined
}

function PartLink({ part, kind, to, problem }: PartLinkProps) {
  const t = useText()
  if (part === undefined) {
    return (
      <Text span inherit c="dimmed">
        {t('lookup.missing')}
      </Text>
    )
  }
  return (
    <span className={classes['part']}>
      <AppLink to={to(part.name)} translate="no">
        {part.title}
      </AppLink>
      <ProblemMark kind={kind} name={part.title} problem={problem} />
    </span>
  )
}
