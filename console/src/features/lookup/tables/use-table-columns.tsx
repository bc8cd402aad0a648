import type { ErrorStates } from '@logyard/contract/lookup/lookup-errors'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { ProblemMark } from '../live/problem-mark.tsx'
import classes from '../lookup.module.css'
import { useLookupColumns } from '../lookup-columns.tsx'
import type { TableRow } from '../lookup-queries.ts'
import type { Part } from '../parts/part-kind.ts'

export function useTableColumns(errors: ErrorStates | undefined): readonly Column<TableRow>[] {
  const t = useText()
  const { title, description, name } = useLookupColumns<TableRow>({
    kind: 'table',
    to: routes.lookup.table,
    problems: errors?.tables,
    off: errors?.off.tables,
  })
  return [
    title,
    description,
    name,
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
          isOff={errors?.off.data_adapters.includes(adapter?.name ?? '')}
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
  readonly isOff?: boolean | undefined
}

function PartLink({ part, kind, to, problem, isOff }: PartLinkProps) {
  const t = useText()
  if (part === undefined) {
    return <DimmedWords>{t('lookup.missing')}</DimmedWords>
  }
  return (
    <span className={classes['part']}>
      <AppLink to={to(part.name)} translate="no">
        {part.title}
      </AppLink>
      <ProblemMark kind={kind} name={part.title} problem={problem} isOff={isOff} />
    </span>
  )
}
