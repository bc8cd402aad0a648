import type { ReactNode } from 'react'
import { AppLink } from './app-link.tsx'

/** The name of an object, as a link to its page if it has one. */
export const EntityLink = ({ page, children }: { page: string | undefined; children: ReactNode }) =>
  page === undefined ? children : <AppLink to={page}>{children}</AppLink>
