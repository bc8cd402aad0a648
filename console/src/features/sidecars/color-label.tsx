import type { ReactNode } from 'react'
import classes from './sidecars.module.css'

/**
 * The name of a configuration with the colour that its author gave it. Any text is stored as a colour; an invalid one
 * shows nothing.
 */
export function ColorLabel({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className={classes['label']} translate="no">
      <span className={classes['swatch']} style={{ backgroundColor: color }} aria-hidden />
      {children}
    </span>
  )
}
