import type { ReactNode } from 'react'
import classes from './row-title.module.css'

interface RowTitleProps {
  /** The name of the row, usually a link. */
  readonly children: ReactNode
  readonly badges?: ReactNode
  /** A text by users; cut at the end of the cell and shown whole on hover. */
  readonly description?: string | null | undefined
}

/** The first cell of a row: its name, its badges, and its description in what is left of the line. */
export function RowTitle({ children, badges, description }: RowTitleProps) {
  return (
    <div className={classes['title']}>
      <span className={classes['name']}>{children}</span>
      {badges}
      {description !== undefined && description !== null && description !== '' && (
        <span className={classes['description']} title={description} translate="no">
          {description}
        </span>
      )}
    </div>
  )
}
