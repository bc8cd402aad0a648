import { Badge } from '@mantine/core'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import classes from './sidecars.module.css'

/** The most tags that a line of a table shows. */
const SHOWN = 3

/** Tags on one line; the ones that have no room are counted, and shown on hover. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  const hidden = tags.slice(SHOWN)
  return (
    <span className={classes['tags']}>
      {tags.slice(0, SHOWN).map((tag) => (
        <Badge key={tag} flex="none" miw={0} maw={96} color="gray" variant="outline" translate="no" title={tag}>
          {tag}
        </Badge>
      ))}
      {hidden.length > 0 && (
        <Tooltip label={<span translate="no">{hidden.join(', ')}</span>}>
          <Badge flex="none" color="gray" translate="no">
            +{hidden.length}
          </Badge>
        </Tooltip>
      )}
    </span>
  )
}
