import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppLink } from '../../base/routes/app-link.tsx'
import { useText } from '../../base/text/text.tsx'
import { RowTitle } from '../../ui/data-table/row-title.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'

interface LookupTitleProps {
  readonly to: string
  readonly title: string
  readonly contentPack: string | null
  /** The problem of the object. */
  readonly problem: ReactNode
}

/** The first cell of a row: its title as a link, where it comes from, what is wrong. */
export function LookupTitle({ to, title, contentPack, problem }: LookupTitleProps) {
  return (
    <RowTitle
      badges={
        <>
          {contentPack !== null && <ContentPackBadge />}
          {problem}
        </>
      }
    >
      <AppLink to={to} translate="no">
        {title}
      </AppLink>
    </RowTitle>
  )
}

function ContentPackBadge() {
  const t = useText()
  return (
    <Tooltip label={t('lookup.contentPack.help')}>
      <Badge size="sm" color="gray" miw="max-content" tabIndex={0}>
        {t('lookup.contentPack')}
      </Badge>
    </Tooltip>
  )
}
