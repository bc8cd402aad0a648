import { listCollectors } from '@logyard/contract/sidecars/collectors'
import { listConfigurations } from '@logyard/contract/sidecars/configurations'
import { listSidecars } from '@logyard/contract/sidecars/sidecars'
import type { ReactNode } from 'react'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page, type PageProps } from '../../ui/page/page.tsx'
import { PageLinks } from '../../ui/page/page-links.tsx'

/** A page of sidecars, with links to the others that the user may open. */
export function SidecarsPage({ children, ...page }: Omit<PageProps, 'crumbs'> & { readonly children: ReactNode }) {
  const t = useText()
  const may = useMay()
  const readsSidecars = may(listSidecars)
  const readsSettings = may([listCollectors, listConfigurations])
  const { sidecars } = routes
  return (
    <Page {...page}>
      <PageLinks
        label={t('sidecars.links')}
        links={[
          ...(readsSidecars ? [{ to: sidecars.list(), label: t('sidecars.overview') }] : []),
          ...(readsSidecars && readsSettings
            ? [{ to: sidecars.administration(), label: t('sidecars.administration') }]
            : []),
          ...(readsSettings ? [{ to: sidecars.configuration(), label: t('sidecars.configuration') }] : []),
          ...(readsSidecars ? [{ to: sidecars.connect(), label: t('sidecars.connect') }] : []),
        ]}
      />
      {children}
    </Page>
  )
}
