import { Box, Breadcrumbs, Group, Text, Title } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { useVisit } from '../../base/drafts/drafts-provider.tsx'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { AppLink } from '../../base/routes/app-link.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './page.module.css'

export interface Crumb {
  readonly label: string
  readonly to?: string
  /** The label is a name given by users, which is not translated. */
  readonly isData?: boolean
}

interface Crumbs {
  /** Where the frame shows the breadcrumbs of the page. */
  readonly element: HTMLElement | null
  /** The place of the page in the menu. */
  readonly parents: readonly Crumb[]
}

export const CrumbsContext = createContext<Crumbs>({ element: null, parents: [] })

export interface PageProps {
  /** A noun, or the kind of the `subject`. Also the document title, unless `documentTitle` is given. */
  readonly title: string
  readonly documentTitle?: string
  /** A name given by users, below its kind; never translated. */
  readonly subject?: string | undefined
  /** One or two lines about the purpose of the page. */
  readonly description?: ReactNode
  /** The one main action, at the right of the title. */
  readonly action?: ReactNode
  /** The parents of the page below its entry of the menu. */
  readonly crumbs?: readonly Crumb[]
  /**
   * `reading` limits forms and prose below the heading to a readable width. `workspace` gives the whole width to the content, which
   * needs no visible heading: only screen readers get it.
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
  const { element, parents } = use(CrumbsContext)
  const whole = documentTitle ?? (subject === undefined ? title : `${title} - ${subject}`)
  useDocumentTitle(whole)
  useVisit(whole)
  // A page about a part of its object, which has a page of its own.
  const isOfParent = crumbs.some(({ label }) => label === subject)
  // A list below the menu's entry of the same name.
  const isParent = ({ label }: Crumb) => label !== title || subject !== undefined
  const trail = (
    <nav aria-label={t('ui.breadcrumbs')}>
      <Breadcrumbs className={classes['crumbs'] ?? ''} separatorMargin={6}>
        {[...parents, ...crumbs].filter(isParent).map((crumb) => (
          <CrumbLink key={crumb.label} crumb={crumb} />
        ))}
        <Text span inherit fw={550} aria-current="page">
          {subject === undefined || isOfParent ? title : <span translate="no">{subject}</span>}
        </Text>
      </Breadcrumbs>
    </nav>
  )
  return (
    <div className={classes['page']} data-width={width}>
      {element !== null && createPortal(trail, element)}
      <Group
        className={classes['heading'] ?? ''}
        data-width={width}
        justify="space-between"
        align="flex-start"
        gap="md"
      >
        <Box maw="80ch" miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Title order={1}>
            {subject === undefined ? (
              title
            ) : (
              <>
                <Text span className={classes['kind'] ?? ''}>
                  {title}
                </Text>{' '}
                <span translate="no">{subject}</span>
              </>
            )}
          </Title>
          {description !== undefined && (
            <Text component="div" size="sm" c="dimmed" mt={2}>
              {description}
            </Text>
          )}
        </Box>
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
