import type { ConstraintCheckResult } from '@logyard/contract/content-packs/content-packs'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'

export function ConstraintTable({ results }: { results: readonly ConstraintCheckResult[] }) {
  const t = useText()
  return (
    <PlainTable
      label={t('contentPacks.constraints')}
      rows={results}
      rowId={({ constraint: { type, plugin, version } }) => `${type} ${plugin} ${version}`}
      columns={[
        {
          header: t('contentPacks.constraint.name'),
          isData: true,
          cell: ({ constraint }) => constraint.plugin ?? 'server',
        },
        { header: t('contentPacks.constraint.type'), isData: true, cell: ({ constraint }) => constraint.type },
        { header: t('contentPacks.constraint.version'), isData: true, cell: ({ constraint }) => constraint.version },
        {
          header: t('contentPacks.constraint.fulfilled'),
          cell: ({ fulfilled }) => (
            <StatusDot tone={fulfilled ? 'ok' : 'bad'}>{t(fulfilled ? 'ui.yes' : 'ui.no')}</StatusDot>
          ),
        },
      ]}
      none={t('contentPacks.constraints.none')}
    />
  )
}
