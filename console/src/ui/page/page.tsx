import { Breadcrumbs, Group, Text, Title } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { AppLink } from '../../base/routes/app-link.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './page.module.css'

export interface Crumb {
  readonly label: string
  readonly to?: string
  /** The label is a name that users gave, not a text of ours. */
  readonly isData?: boolean
}

/** The element of the frame's header that a page puts its breadcrumbs into. */
export const CrumbSlotContext = createContext<HTMLElement | null>(null)

export interface PageProps {
  /** Also the document title, unless `documentTitle` says more. */
  readonly title: string
  readonly documentTitle?: string
  /** A name in the title that users gave; shown after the title and never translated. */
  readonly subject?: string | undefined
  /** One or two lines: what this page is for. */
  readonly description?: ReactNode
  /** The one main action, at the right of the title. */
  readonly action?: ReactNode
  /** Where this page sits, without itself: `[{ label: t('shell.system') }, { label, to: routes.users.list() }]`. */
  readonly crumbs?: readonly Crumb[]
  /**
   * `reading` keeps forms and prose at a width that eyes can follow. `workspace` leaves everything to the content,
   * which then has the whole width and shows by itself what it is: the heading is only heard.
   */
  readonly width?: 'full' | 'reading' | 'workspace'
  readonly children: ReactNode
}

/** The frame of every screen: document title, breadcrumbs, heading with the main action, content. */
export function Page({
  title,
  documentTitle,
  subject,
  description,
  action,
  crumbs = [],
  width = 'full',
  children,
}: PageProps) {
  const t = useText()
  const slot = use(CrumbSlotContext)
  useDocumentTitle(documentTitle ?? (subject === undefined ? title : `${title} - ${subject}`))
  const trail = (
    <nav aria-label={t('ui.breadcrumbs')}>
      <Breadcrumbs className={classes['crumbs'] ?? ''} separatorMargin={6}>
        {crumbs.map((crumb) => (
          <CrumbLink key={crumb.label} crumb={crumb} />
        ))}
        <Text span inherit fw={550} aria-current="page">
          {subject === undefined ? title : <span translate="no">{subject}</span>}
        </Text>
      </Breadcrumbs>
    </nav>
  )
  return (
    <div className={classes['page']} data-width={width}>
      {slot !== null && createPortal(trail, slot)}
      <Group
        className={classes['heading'] ?? ''}
        data-width={width}
        justify="space-between"
        align="flex-start"
        gap="md"
      >
        <div className={classes['words']}>
          <Title order={1}>
            {title}
            {subject !== undefined && (
              <Text span inherit c="dimmed" fw={450} translate="no">
                {' '}
                {subject}
              </Text>
            )}
          </Title>
          {description !== undefined && (
            <Text component="div" size="sm" c="dimmed" mt={2}>
              {description}
            </Text>
          )}
        </div>
        {action}
      </Group>
      {children}
    </div>
  )
}

function CrumbLink({ crumb: { label, to, isData } }: { crumb: Crumb }) {
  const translate = isData ? 'no' : 'yes'
  if (to !== undefined) {
    return (
      <AppLink to={to} c="dimmed" translate={translate}>
        {label}
      </AppLink>
    )
  }
  return (
    <Text span inherit c="dimmed" translate={translate}>
      {label}
    </Text>
  )
}
