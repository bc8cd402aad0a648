import type { ReactNode } from 'react'
import classes from './sidecars.module.css'

/**
 * The name of a configuration with its colour. The server stores any text as a colour; one that is no colour shows
 * nothing.
 */
export function ColorLabel({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className={classes['label']} translate="no">
      <span className={classes['swatch']} style={{ backgroundColor: color }} aria-hidden />
      {children}
    </span>
  )
}
