import type { RefObject } from 'react'
import classes from './code-field.module.css'

/** The element in which an editor is created. */
export const CodeEditorHost = ({ host }: { host: RefObject<HTMLDivElement | null> }) => (
  <div ref={host} className={classes['editor']} />
)
