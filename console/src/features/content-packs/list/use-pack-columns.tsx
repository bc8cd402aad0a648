import { Badge } from '@mantine/core'
import { useMemo } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { RowTitle } from '../../../ui/data-table/row-title.tsx'
import type { PackRow } from './page-of-packs.ts'

export function usePackColumns(): readonly Column<PackRow>[] {
  const t = useText()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('contentPacks.name'),
        sortKey: 'name',
        isWide: true,
        isTitle: true,
        cell: ({ pack, isInstalled }) => (
          <RowTitle
            description={pack.summary}
            badges={
              isInstalled && (
                <Badge size="sm" color="gray">
                  {t('contentPacks.installed')}
                </Badge>
              )
            }
          >
            <AppLink to={routes.contentPacks.show(pack.id)} translate="no">
              {pack.name === '' ? pack.id : pack.name}
            </AppLink>
          </RowTitle>
        ),
      },
      {
        id: 'rev',
        header: t('contentPacks.latestVersion'),
        sortKey: 'rev',
        cell: ({ pack }) => <span translate="no">{pack.v === '0' ? '-' : pack.rev}</span>,
      },
    ],
    [t],
  )
}
