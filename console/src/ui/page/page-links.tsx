import { useLinkProps } from '../../base/routes/app-link.tsx'
import { usePathname } from '../../base/routes/location.ts'
import classes from './page-links.module.css'

interface PageLink {
  readonly label: string
  readonly to: string
}

interface PageLinksProps {
  /** What the pages have in common. */
  readonly label: string
  readonly links: readonly PageLink[]
}

/** Links between the pages of one area, below the heading; that of the open page is marked. */
export function PageLinks({ label, links }: PageLinksProps) {
  return (
    <nav className={classes['links']} aria-label={label}>
      {links.map((link) => (
        <Entry key={link.to} {...link} />
      ))}
    </nav>
  )
}

function Entry({ label, to }: PageLink) {
  const isOpen = usePathname() === to
  return (
    <a {...useLinkProps(to)} aria-current={isOpen ? 'page' : undefined}>
      {label}
    </a>
  )
}
