import type { ReactNode } from 'react'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { Page, type PageProps } from '../../ui/page/page.tsx'
import { PageLinks } from '../../ui/page/page-links.tsx'

/** A list of lookup objects, with links to the other lists. */
export function LookupPage({ children, ...page }: Omit<PageProps, 'crumbs'> & { readonly children: ReactNode }) {
  const t = useText()
  return (
    <Page {...page}>
      <PageLinks
        label={t('lookup.links')}
        links={[
          { to: routes.lookup.tables(), label: t('lookup.tables') },
          { to: routes.lookup.caches(), label: t('lookup.caches') },
          { to: routes.lookup.dataAdapters(), label: t('lookup.adapters') },
        ]}
      />
      {children}
    </Page>
  )
}
