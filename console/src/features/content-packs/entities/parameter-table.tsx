import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { defaultText } from '../model/install-values.ts'

interface ParameterTableProps {
  readonly parameters: readonly PackParameter[]
  readonly isUsed: (name: string) => boolean
  /** Shown without parameters. */
  readonly emptyText?: string
  readonly actions?: (parameter: PackParameter) => ReactNode
}

export function ParameterTable({ parameters, isUsed, emptyText, actions }: ParameterTableProps) {
  const t = useText()
  return (
    <PlainTable
      label={t('contentPacks.parameters')}
      rows={parameters}
      rowId={({ name }) => name}
      columns={[
        { header: t('contentPacks.parameter.title'), isData: true, cell: ({ title }) => title },
        { header: t('contentPacks.parameter.name'), isData: true, cell: ({ name }) => name },
        { header: t('contentPacks.parameter.description'), isData: true, cell: ({ description }) => description },
        { header: t('contentPacks.parameter.type'), isData: true, cell: ({ type }) => type },
        { header: t('contentPacks.parameter.default'), isData: true, cell: defaultText },
        { header: t('contentPacks.parameter.used'), cell: ({ name }) => t(isUsed(name) ? 'ui.yes' : 'ui.no') },
        ...(actions === undefined ? [] : [{ cell: actions }]),
      ]}
      none={emptyText ?? t('contentPacks.parameters.none')}
      minWidth={640}
    />
  )
}
